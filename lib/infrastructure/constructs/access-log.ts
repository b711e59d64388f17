import { AccessLogFormat } from 'aws-cdk-lib/aws-apigateway';
import type { Stage } from '../settings/stages.ts';

/** No header and no body: a line contains neither key nor text. */
const fields = {
  time: '$context.requestTime',
  requestId: '$context.requestId',
  lambdaRequestId: '$context.integration.requestId',
  sourceIp: '$context.identity.sourceIp',
  routeKey: '$context.routeKey',
  status: '$context.status',
  responseLength: '$context.responseLength',
  /** Lambda's own, not the function's: 429 if it had no capacity, and `-` if API Gateway did not call it. */
  integrationStatus: '$context.integration.integrationStatus',
  latencyMs: '$context.responseLatency',
  integrationError: '$context.integrationErrorMessage',
  gatewayError: '$context.error.message',
};

/**
 * A line of the access log, of at most 0.4 KB. It contains nothing that a caller writes, so nobody can make the
 * log long.
 *
 * All values are strings: API Gateway writes `-` for an unknown number, which would make the line invalid JSON.
 *
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-logging-variables.html
 */
export const accessLogFormat = ({ name }: Stage): AccessLogFormat =>
  AccessLogFormat.custom(JSON.stringify({ stage: name, ...fields }));
