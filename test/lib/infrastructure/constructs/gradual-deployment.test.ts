import { expect, test } from '@jest/globals';
import { apiEndpoints, functionId } from '../../../../lib/settings/endpoints.ts';
import { type Stage, stageNamed } from '../../../../lib/settings/stages.ts';
import {
  changedStage,
  type Resource,
  readStack,
  readTemplate,
  resourcesOf,
  type Template,
  templateOf,
} from '../../../support/synth.ts';

const template = await templateOf('prod');

interface AlarmConfiguration {
  readonly Enabled: boolean;
  readonly Alarms: readonly { readonly Name: { readonly Ref: string } }[];
}

test('a new version gets a tenth of the requests for five minutes, and is rolled back by an alarm', () => {
  const groups = resourcesOf(template, 'AWS::CodeDeploy::DeploymentGroup');
  const alarms = resourcesOf(template, 'AWS::CloudWatch::Alarm');
  const gradual = Object.values(resourcesOf(template, 'AWS::Lambda::Alias')).filter(
    ({ UpdatePolicy }) => UpdatePolicy,
  );
  expect(gradual.map(({ Properties }) => Properties.FunctionName)).toEqual(
    apiEndpoints.map((endpoint) => ({ Ref: functionId(endpoint) })),
  );
  const used = gradual.map(
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
      'amplify-prod-few-faults',
      'amplify-prod-function-errors',
      'amplify-prod-account-faults',
    ]);
  }
});

const { monitoring } = stageNamed('prod');
const atOnce: Partial<Stage> = monitoring ? { monitoring: { ...monitoring, canary: false } } : {};

/** A template without CodeDeploy's resources. */
const withoutCodeDeploy = ({ Resources, ...rest }: Template): Template => ({
  ...rest,
  Resources: Object.fromEntries(
    Object.entries(Resources)
      .filter(([id, { Type }]) => !Type.startsWith('AWS::CodeDeploy::') && !/^Deployments/.test(id))
      .map(([id, { UpdatePolicy: _, ...resource }]): [string, Resource] => [id, resource]),
  ),
});

test('rolling back at once restores the previous versions, and moves only aliases; the commit changes only an output', async () => {
  const { keys } = stageNamed('prod');
  if (keys.policy !== 'issued') throw new TypeError('prod has no plans.');
  const plans = keys.plans.map((plan) => ({ ...plan, limit: 1 }));
  const commit = 'a'.repeat(40);
  const [bad, { folder }] = await Promise.all([
    templateOf('prod', { keys: { ...keys, plans } }),
    changedStage('prod', atOnce, commit),
  ]);
  const { properties } = await readStack(folder, 'prod');
  expect(properties.tags).toEqual({ service: 'amplify', stage: 'prod' });
  const back = await readTemplate(folder, 'prod');
  const good = withoutCodeDeploy(template);
  const Commit = expect.objectContaining({ Value: commit });
  expect(back).toEqual({ ...good, Outputs: { ...good.Outputs, Commit } });
  const gone = Object.entries(template.Resources).filter(([id]) => !(id in back.Resources));
  expect(gone.map(([, { Type }]) => Type).sort()).toEqual([
    'AWS::CodeDeploy::Application',
    ...apiEndpoints.map(() => 'AWS::CodeDeploy::DeploymentGroup'),
    'AWS::IAM::Role',
  ]);
  const { Resources } = withoutCodeDeploy(bad);
  const versions = Object.keys(resourcesOf(template, 'AWS::Lambda::Version'));
  expect(versions.filter((id) => !(id in Resources))).not.toEqual([]);
  const changed = Object.entries(back.Resources).filter(
    ([id, resource]) => JSON.stringify(resource) !== JSON.stringify(Resources[id]),
  );
  expect([...new Set(changed.map(([, { Type }]) => Type))].sort()).toEqual([
    'AWS::Lambda::Alias',
    'AWS::Lambda::Function',
    'AWS::Lambda::Version',
  ]);
});
