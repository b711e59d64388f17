import { AccessLogFormat } from 'aws-cdk-lib/aws-apigateway';
import type { Stage } from '../settings/stages.ts';

/** What each line says: text, the latency aside. No header and no body: neither key nor text is in it. */
const fields = {
  time: '$context.requestTime',
  requestId: '$context.requestId',
  sourceIp: '$context.identity.sourceIp',
  routeKey: '$context.routeKey',
  status: '$context.status',
  responseLength: '$context.responseLength',
  integrationStatus: '$context.integrationStatus',
  integrationLatencyMs: '$context.integrationLatency',
  integrationError: '$context.integrationErrorMessage',
  gatewayError: '$context.error.message',
};

/**
 * One line of the access log, of at most 0.4 KB. Nothing that a caller writes stands in it, so nobody
 * can make the log long.
 *
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-logging-variables.html
 */
export const accessLogFormat = ({ name }: Stage): AccessLogFormat => {
  const text = JSON.stringify({ stage: name, ...fields }).slice(0, -1);
  // A number, which the metric filters can read.
  return AccessLogFormat.custom(`${text},"latencyMs":$context.responseLatency}`);
};
