import { Annotations, CfnOutput, Stack } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import type { Bundles } from '../bundles/bundles.ts';
import { stageEndpoints } from '../settings/endpoints.ts';
import { endpointFunction, siteFunction } from '../settings/functions.ts';
import { checkPlans } from '../settings/plans.ts';
import { dashboardPath } from '../settings/site-routes.ts';
import { checkEmphasis, type Stage, stackName, stagePlans } from '../settings/stages.ts';
import { buildSite } from '../site/build.ts';
import { cognitoSignIn, withSignIn } from './constructs/cognito-sign-in.ts';
import { builtCode, deployFunction } from './constructs/deploy-function.ts';
import { deployGradually, liveAlias } from './constructs/gradual-deployment.ts';
import { customDomain, httpApi, httpRoutes, httpStage } from './constructs/http-api.ts';
import { logGroup } from './constructs/log-group.ts';
import { modelRegion, stageResources } from './constructs/resources.ts';
import { scheduledProbe } from './constructs/scheduled-probe.ts';
import { signInFirewall } from './constructs/sign-in-firewall.ts';
import { stageTables, usedTables } from './constructs/stage-tables.ts';
import { dailyBudget, deployMonitoring } from './monitoring/monitoring.ts';

/**
 * One deployment of the service: the stack `amplify-<stage>`.
 *
 * The commit is an output, and nowhere else in the template, so that a commit that changes nothing updates
 * nothing. A stack's tags would be written into each resource.
 */
export class AmplifyStack extends Stack {
  /**
   * @param bundles - the functions' code, needed only where the CDK bundles the stack.
   * @param commit - absent if unknown.
   */
  constructor(scope: Construct, settings: Stage, bundles: Bundles, commit?: string) {
    super(scope, stackName(settings.name), {
      description: `Amplify, a text API (stage ${settings.name})`,
      tags: { service: 'amplify', stage: settings.name },
      terminationProtection: settings.removal === 'retain',
      ...(settings.env && { env: settings.env }),
    });
    checkPlans(settings);
    checkEmphasis(settings);
    const { monitoring, budget, emphasis, keys } = settings;
    if (settings.removal === 'retain' && !settings.domain) {
      Annotations.of(this).addWarningV2(
        'amplify:domain',
        `Without a domain, no firewall against floods can stand in front: set domain in the row of stage "${settings.name}" in lib/settings/stages.ts.`,
      );
    }
    if (!budget && !monitoring?.pageEmail) {
      Annotations.of(this).addWarningV2(
        'amplify:budget',
        `Nobody hears what a flood costs: set budget or monitoring.pageEmail in the row of stage "${settings.name}" in lib/settings/stages.ts.`,
      );
    }
    if (emphasis.model === 'bedrock') modelRegion(this, emphasis);
    const tables = stageTables(this, settings);
    const domain = settings.domain && customDomain(this, settings.domain);
    const api = httpApi(this, settings);
    const baseUrl = domain ? `https://${domain.name}` : api.apiEndpoint;
    // API Gateway's own address keeps working besides a domain, unless the stage disables it.
    const otherUrl =
      domain && !settings.domain?.disableExecuteApiEndpoint ? api.apiEndpoint : undefined;
    const known = stageResources(settings, bundles, tables, baseUrl);
    const urls = otherUrl ? [baseUrl, otherUrl] : [baseUrl];
    const signIn =
      keys.policy === 'issued'
        ? cognitoSignIn(this, settings, keys.accounts, urls, known)
        : undefined;
    const resources = signIn ? withSignIn(known, signIn) : known;
    const functions = new Map(
      stageEndpoints(settings).map((endpoint) => [
        endpoint,
        deployFunction(this, settings, resources, endpointFunction(endpoint)),
      ]),
    );
    const live = new Map(
      [...functions].map(([endpoint, deployed]) => [endpoint, liveAlias(this, deployed)]),
    );
    // An HTTP API can't serve a bucket, and CloudFront would be a second domain to deploy and watch.
    const site = deployFunction(this, settings, resources, siteFunction, {
      // Stages have different sites.
      code: builtCode(`${siteFunction.id} ${settings.name}`, (to) => buildSite(settings, to)),
    });
    const routes = httpRoutes(api, live, liveAlias(this, site), signIn);
    const { apiStage, accessLogs } = httpStage(this, settings, api, routes, domain);
    if (signIn) signInFirewall(this, settings, signIn.pool, apiStage);
    // The shortest period that covers the 35 days of the account table's backups.
    const operatorLog =
      signIn && logGroup(this, 'OperatorLog', { ...settings, logRetentionDays: 60 });
    if (monitoring) {
      const alarms = deployMonitoring(this, monitoring, {
        stage: settings,
        api,
        accessLogs,
        functions,
        probe: scheduledProbe(this, settings, resources),
        tables: usedTables(settings, tables),
        signIn,
        operatorLog,
      });
      if (monitoring.canary) deployGradually(this, live, alarms.rollback);
    }
    if (budget) dailyBudget(this, budget);
    const output = (name: string, value: string, description: string) =>
      new CfnOutput(this, name, { value, description });
    output('BaseUrl', baseUrl, 'The base address of the API');
    if (otherUrl) output('GatewayUrl', otherUrl, "API Gateway's own address, which works as well");
    if (domain) {
      output(
        'DomainTarget',
        domain.regionalDomainName,
        'Where the DNS of the domain must point, as an alias or a CNAME',
      );
      output(
        'DomainTargetZone',
        domain.regionalHostedZoneId,
        'The hosted zone of DomainTarget, which an alias record names',
      );
    }
    if (commit) output('Commit', commit, 'What is deployed, by its commit');
    if (signIn && operatorLog) {
      const plans = stagePlans(settings).map(({ name }) => name);
      output('Plans', JSON.stringify(plans), 'The plans that the functions know');
      output('OperatorLogName', operatorLog.logGroupName, 'The log of the changes by the operator');
      output('DashboardUrl', baseUrl + dashboardPath, 'Where callers create their keys');
      output('SignInUrl', signIn.domain.baseUrl(), 'Where callers sign in');
      output('UserPoolId', signIn.pool.userPoolId, 'The user pool with those who sign in');
    }
  }
}
