/**
 * Replaces `@smithy/core/event-streams` in the bundles: no operation that the functions call streams events. The
 * SDK imports it dynamically, which makes esbuild keep all that it reaches.
 *
 * It exports what the SDK imports from there.
 */

/** Are constructed for operations that stream, or by clients that have some. */
export class EventStreamSerde {}
export class EventStreamCodec {}

/** Is given to {@link EventStreamSerde}, and never called. */
export const eventStreamSerdeProvider = undefined;

/** Readies a client's settings for streams. */
export const resolveEventStreamSerdeConfig = <Settings>(settings: Settings): Settings => settings;
