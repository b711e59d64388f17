import { CfnOutput, Stack } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { httpApi } from './api.ts';
import { monthlyBudget } from './budget.ts';
import { customDomain } from './custom-domain.ts';
import { dynamodbTable } from './dynamodb-table.ts';
import { endpointFunction } from './endpoint-function.ts';
import { endpoints } from './endpoints.ts';
import { deployGradually, liveAliases } from './gradual-deployment.ts';
import { monitored } from './monitoring.ts';
import { siteFunction } from './site/site.ts';
import type { Stage as Settings } from './stages.ts';
import { keyTable, quotaTable } from './tables.ts';

/** One deployment of the service: the stack `amplify-<stage>`. */
export class AmplifyStack extends Stack {
  constructor(scope: Construct, settings: Settings) {
    super(scope, `amplify-${settings.name}`, {
      description: `Amplify, a text API (stage ${settings.name})`,
      tags: { service: 'amplify', stage: settings.name },
    });
    const { monitoring, budget } = settings;
    const quota = dynamodbTable(this, quotaTable, settings);
    const keys =
      settings.keys.policy === 'issued'
        ? dynamodbTable(this, keyTable(settings.name), settings)
        : undefined;
    const functions = new Map(
      endpoints.map((endpoint) => [
        endpoint,
        endpointFunction(this, endpoint, settings, quota, keys),
      ]),
    );
    const aliases = monitoring?.canary ? liveAliases(this, functions) : undefined;
    const domain = settings.domain && customDomain(this, settings.domain);
    const site = siteFunction(this, settings);
    const { api, accessLogs } = httpApi(this, settings, aliases ?? functions, site, domain);
    if (monitoring) {
      const alarms = monitored(this, monitoring, {
        stage: settings,
        api,
        accessLogs,
        functions,
        site,
        tables: [
          { table: quota, operations: ['UpdateItem', 'GetItem'] },
          ...(keys ? [{ table: keys, operations: ['GetItem'] as const }] : []),
        ],
      });
      if (aliases) deployGradually(this, aliases, alarms.rollback);
    }
    if (budget) monthlyBudget(this, settings, budget);
    new CfnOutput(this, 'BaseUrl', {
      value: domain ? `https://${domain.name}` : api.apiEndpoint,
      description: 'The base address of the API',
    });
    if (domain) {
      new CfnOutput(this, 'DomainTarget', {
        value: domain.regionalDomainName,
        description: 'Where the DNS of the domain must point, as an alias or a CNAME',
      });
    }
  }
}
