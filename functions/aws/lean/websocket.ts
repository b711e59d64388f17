/** Replaces `@aws-sdk/middleware-websocket` in the bundles: no operation that the functions call streams. */
export const resolveWebSocketConfig = <Settings>(settings: Settings): Settings => settings;
export const getWebSocketPlugin = undefined;
