import { CfnQueryDefinition, type ILogGroup, type LogGroup } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import type { Stage } from '../../settings/stages.ts';
import type { SignIn } from '../constructs/sign-in.ts';

/** Of the functions' logs. In some, the operator replaces `ID`. */
const ofFunctions = {
  faults: `fields @timestamp, message.fault.name, message.fault.code, message.fault.cause.name,
  message.fault.cause.code, message.sub, requestId, message.fault.stack.0
| filter ispresent(message.fault.name) | sort @timestamp desc | limit 20`,
  crashes: `fields @timestamp, @log, record.status, record.errorType, record.requestId
| filter type = "platform.report" and record.status != "success" | sort @timestamp desc | limit 20`,
  'busiest-keys': `filter ispresent(Requests) and ispresent(Key)
| stats sum(Requests) as requests by Key, Outcome | sort requests desc | limit 20`,
  fallbacks: `filter ispresent(EmphasisFallback)
| stats sum(EmphasisFallback) as texts by Reason | sort texts desc`,
  'account-changes': `fields @timestamp, message.change, message.key
| filter message.account = "ID" | sort @timestamp asc | limit 10000`,
};

const ofAccessLog = {
  addresses: `stats count(*) as requests by sourceIp, routeKey, status | sort requests desc | limit 20`,
  'slow-routes': `stats count(*) as requests, pct(latencyMs, 50) as p50, pct(latencyMs, 99) as p99 by routeKey
| sort p99 desc`,
};

/** By either id of a request: API Gateway's, which callers see, or Lambda's, which all its lines have. */
const request =
  'fields @timestamp, @log, @message | filter @message like "ID" | sort @timestamp asc';

/** Saves the operator's queries in CloudWatch Logs Insights, in the folder `amplify-<stage>`. */
export const savedQueries = (
  scope: Construct,
  { name: stage }: Stage,
  functionLogs: readonly ILogGroup[],
  accessLogs: LogGroup,
  signIn: SignIn | undefined,
): void => {
  const save = (queries: Readonly<Record<string, string>>, logs: readonly ILogGroup[]) => {
    for (const [name, queryString] of Object.entries(queries)) {
      new CfnQueryDefinition(scope, `Query-${name}`, {
        name: `amplify-${stage}/${name}`,
        queryString,
        logGroupNames: logs.map(({ logGroupName }) => logGroupName),
      });
    }
  };
  const { faults, ...others } = ofFunctions;
  save(others, functionLogs);
  // Without its other lines: refused sign-ups would look like crashes.
  save({ faults }, [...functionLogs, ...(signIn?.signUps ? [signIn.signUps.logGroup] : [])]);
  save(ofAccessLog, [accessLogs]);
  const details = 'fields @timestamp, message.details | sort @timestamp desc | limit 20';
  if (signIn) save({ 'unsent-e-mails': details }, [signIn.emailErrors]);
  save({ request }, [...functionLogs, accessLogs]);
};
