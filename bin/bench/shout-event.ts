import type { APIGatewayProxyEventV2 } from 'aws-lambda';

/** The event of a request with the key given: as much of it as the functions and the baselines look at. */
export const shoutEvent = (key: string): Partial<APIGatewayProxyEventV2> => ({
  headers: { 'content-type': 'application/json', 'x-api-key': key },
  body: '{"text":"hello, world"}',
  isBase64Encoded: false,
  rawPath: '/v1/shout',
  rawQueryString: '',
  requestContext: {
    http: { method: 'POST', path: '/v1/shout' },
  } as APIGatewayProxyEventV2['requestContext'],
});
