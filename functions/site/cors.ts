/**
 * The headers that pages of other origins may send: any, since tracing tools add their own to every request. For
 * browsers, `*` does not include `authorization` (Fetch Standard, CORS-preflight fetch).
 */
export const allowedHeaders = ['*', 'authorization'] as const;
