/**
 * Replaces `@smithy/core/event-streams` in the bundles: no operation that the functions call streams events. The
 * SDK imports it dynamically, so esbuild would keep everything it imports.
 */
export class EventStreamSerde {}
export class EventStreamCodec {}
export const eventStreamSerdeProvider = undefined;
export const iterableToReadableStream = undefined;
export const readableStreamToIterable = undefined;
export const resolveEventStreamSerdeConfig = <Settings>(settings: Settings): Settings => settings;
