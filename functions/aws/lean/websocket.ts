/**
 * Replaces `@aws-sdk/middleware-websocket` in the bundles: no operation that the functions call streams, by a
 * WebSocket or otherwise.
 *
 * It exports what Bedrock's client imports from there.
 */

/** Readies a client's settings for WebSockets. */
export const resolveWebSocketConfig = <Settings>(settings: Settings): Settings => settings;

/** Is called for operations that stream. */
export const getWebSocketPlugin = undefined;
