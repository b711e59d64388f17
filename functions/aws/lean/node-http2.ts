/**
 * Replaces `node:http2` in the bundles, which takes time to load: Bedrock's client imports a handler
 * for HTTP/2, and is given another.
 */
export default {};
