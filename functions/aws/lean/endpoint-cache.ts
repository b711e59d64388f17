/**
 * Replaces `@aws-sdk/endpoint-cache` in the bundles: the client makes one, but only operations with
 * endpoint discovery, of which the functions call none, would use it.
 */
export class EndpointCache {}
