import { CfnOutput, Stack } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { customDomain } from './constructs/custom-domain.ts';
import { dynamodbTable } from './constructs/dynamodb-table.ts';
import { endpointFunction } from './constructs/endpoint-function.ts';
import { deployGradually, liveAliases } from './constructs/gradual-deployment.ts';
import { httpApi } from './constructs/http-api.ts';
import { siteFunction } from './constructs/site-function.ts';
import { monthlyBudget } from './monitoring/budget.ts';
import { monitored } from './monitoring/monitoring.ts';
import { apiEndpoints } from './settings/endpoints.ts';
import { checkPlans, type Stage as Settings } from './settings/stages.ts';
import { keyTable, quotaTable } from './settings/tables.ts';

/** One deployment of the service: the stack `amplify-<stage>`. */
export class AmplifyStack extends Stack {
  constructor(scope: Construct, settings: Settings) {
    super(scope, `amplify-${settings.name}`, {
      description: `Amplify, a text API (stage ${settings.name})`,
      tags: { service: 'amplify', stage: settings.name },
    });
    checkPlans(settings);
    const { monitoring, budget } = settings;
    const quota = dynamodbTable(this, quotaTable, settings);
    const keys =
      settings.keys.policy === 'issued'
        ? dynamodbTable(this, keyTable(settings.name), settings)
        : undefined;
    const functions = new Map(
      apiEndpoints.map((endpoint) => [
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
