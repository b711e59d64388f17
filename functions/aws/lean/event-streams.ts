/**
 * Replaces `@smithy/core/event-streams` in the bundles: no operation that the functions call streams events. The
 * SDK imports it dynamically, which makes esbuild keep all that it reaches.
 *
 * It exports what the SDK imports from there.
 */

/** Constructed for operations that stream, or by clients that have some. */
export class EventStreamSerde {}
export class EventStreamCodec {}

/** Only used by operations that stream. */
export const eventStreamSerdeProvider = undefined;
export const iterableToReadableStream = undefined;
export const readableStreamToIterable = undefined;

/** Returns a client's settings unchanged. */
export const resolveEventStreamSerdeConfig = <Settings>(settings: Settings): Settings => settings;
