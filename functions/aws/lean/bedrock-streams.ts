/**
 * Replaces the packages in the bundles that only serve Bedrock's operations with streams of events:
 * `@aws-sdk/eventstream-handler-node`, `@aws-sdk/middleware-eventstream` and
 * `@aws-sdk/middleware-websocket`.
 *
 * It exports what the client imports from them.
 */

const unchanged = <Settings>(settings: Settings): Settings => settings;

/** Ready a client's settings for streams. */
export const resolveEventStreamConfig = unchanged;
export const resolveWebSocketConfig = unchanged;

/** Are called for operations that stream. */
export const eventStreamPayloadHandlerProvider = undefined;
export const getEventStreamPlugin = undefined;
export const getWebSocketPlugin = undefined;
