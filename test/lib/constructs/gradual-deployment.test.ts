import { expect, test } from '@jest/globals';
import { apiEndpoints, endpoints, functionId } from '../../../lib/settings/endpoints.ts';
import { siteFunctionId } from '../../../lib/settings/site-routes.ts';
import { resourcesOf, templateOf } from '../../synth.ts';

const template = await templateOf('prod');

const aliases = resourcesOf(template, 'AWS::Lambda::Alias');

interface AlarmConfiguration {
  readonly Enabled: boolean;
  readonly Alarms: readonly { readonly Name: { readonly Ref: string } }[];
}

test('callers of the API get the version under the alias "live" of each function', () => {
  expect(Object.values(aliases).map(({ Properties }) => Properties)).toEqual(
    apiEndpoints.map((endpoint) => ({
      Name: 'live',
      FunctionName: { Ref: functionId(endpoint) },
      FunctionVersion: {
        'Fn::GetAtt': [expect.stringContaining(`${functionId(endpoint)}CurrentVersion`), 'Version'],
      },
    })),
  );
  const targets = Object.values(resourcesOf(template, 'AWS::ApiGatewayV2::Integration')).map(
    ({ Properties }) => Properties.IntegrationUri,
  );
  const atOnce = [
    ...endpoints.filter(({ access }) => access === 'account').map(functionId),
    siteFunctionId,
  ];
  expect(targets).toEqual([
    ...Object.keys(aliases).map((Ref) => ({ Ref })),
    ...atOnce.map((id) => ({ 'Fn::GetAtt': [id, 'Arn'] })),
  ]);
});

test('a new version gets a tenth for five minutes, and is taken back by an alarm', () => {
  const groups = resourcesOf(template, 'AWS::CodeDeploy::DeploymentGroup');
  const alarms = resourcesOf(template, 'AWS::CloudWatch::Alarm');
  const used = Object.values(aliases).map(
    ({ UpdatePolicy }) => UpdatePolicy?.CodeDeployLambdaAliasUpdate?.DeploymentGroupName.Ref,
  );
  expect(used).toEqual(Object.keys(groups));
  for (const { Properties } of Object.values(groups)) {
    expect(Properties).toMatchObject({
      DeploymentConfigName: 'CodeDeployDefault.LambdaCanary10Percent5Minutes',
      AutoRollbackConfiguration: {
        Enabled: true,
        Events: ['DEPLOYMENT_FAILURE', 'DEPLOYMENT_STOP_ON_ALARM'],
      },
    });
    const { Enabled, Alarms } = Properties.AlarmConfiguration as AlarmConfiguration;
    expect(Enabled).toBe(true);
    expect(Alarms.map(({ Name }) => alarms[Name.Ref]?.Properties.AlarmName)).toEqual([
      'amplify-prod-faults',
      'amplify-prod-function-errors',
      'amplify-prod-account-faults',
    ]);
  }
});
