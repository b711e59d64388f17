import { expect, test } from '@jest/globals';
import { endpoints, functionId } from '../../../lib/settings/endpoints.ts';
import { siteFunctionId } from '../../../lib/settings/site-routes.ts';
import { templateOf } from '../../template.ts';

const template = templateOf('prod');

const aliases = Object.values(template.findResources('AWS::Lambda::Alias'));

test('callers get the version under the alias "live" of each function', () => {
  expect(aliases.map(({ Properties }) => Properties)).toEqual(
    endpoints.map((endpoint) => ({
      Name: 'live',
      FunctionName: { Ref: functionId(endpoint) },
      FunctionVersion: {
        'Fn::GetAtt': [expect.stringContaining(`${functionId(endpoint)}CurrentVersion`), 'Version'],
      },
    })),
  );
  const targets = Object.values(template.findResources('AWS::ApiGatewayV2::Integration')).map(
    ({ Properties }) => Properties.IntegrationUri,
  );
  const ids = Object.keys(template.findResources('AWS::Lambda::Alias'));
  const site = { 'Fn::GetAtt': [siteFunctionId, 'Arn'] };
  expect(targets).toEqual([...ids.map((Ref) => ({ Ref })), site]);
});

test('a new version gets a tenth for five minutes, and is taken back by an alarm', () => {
  const groups = template.findResources('AWS::CodeDeploy::DeploymentGroup');
  const alarms = template.findResources('AWS::CloudWatch::Alarm');
  const used = aliases.map(
    ({ UpdatePolicy }) => UpdatePolicy.CodeDeployLambdaAliasUpdate.DeploymentGroupName.Ref,
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
    const { Enabled, Alarms } = Properties.AlarmConfiguration;
    expect(Enabled).toBe(true);
    expect(
      Alarms.map(({ Name }: { Name: { Ref: string } }) => alarms[Name.Ref]?.Properties.AlarmName),
    ).toEqual(['amplify-prod-faults', 'amplify-prod-function-errors']);
  }
});
