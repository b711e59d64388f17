import { AccessLogFormat } from 'aws-cdk-lib/aws-apigateway';
import type { Stage } from '../settings/stages.ts';

/** What each line says. No header and no body: neither key nor text is in it. */
const fields = {
  time: '$context.requestTime',
  requestId: '$context.requestId',
  sourceIp: '$context.identity.sourceIp',
  routeKey: '$context.routeKey',
  status: '$context.status',
  responseLength: '$context.responseLength',
  integrationStatus: '$context.integrationStatus',
  latencyMs: '$context.responseLatency',
  integrationLatencyMs: '$context.integrationLatency',
  integrationError: '$context.integrationErrorMessage',
  gatewayError: '$context.error.message',
};

/**
 * One line of the access log, of at most 0.4 KB. Nothing that a caller writes stands in it, so nobody
 * can make the log long.
 *
 * All of it is text, numbers too: API Gateway writes `-` for what it does not know, and a line with that
 * in the place of a number would be no JSON, which no filter and no query reads.
 *
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-logging-variables.html
 */
export const accessLogFormat = ({ name }: Stage): AccessLogFormat =>
  AccessLogFormat.custom(JSON.stringify({ stage: name, ...fields }));
