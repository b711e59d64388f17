import { expect, test } from '@jest/globals';
import { apiEndpoints, functionId } from '../../../../lib/infrastructure/settings/endpoints.ts';
import { type Stage, stageNamed } from '../../../../lib/infrastructure/settings/stages.ts';
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
      'amplify-prod-faults',
      'amplify-prod-function-errors',
      'amplify-prod-account-faults',
    ]);
  }
});

const { monitoring } = stageNamed('prod');
const atOnce: Partial<Stage> = { monitoring: { ...monitoring, canary: false } };

/** A template without CodeDeploy's resources. */
const withoutCodeDeploy = ({ Resources, ...rest }: Template): Template => ({
  ...rest,
  Resources: Object.fromEntries(
    Object.entries(Resources)
      .filter(([id, { Type }]) => !Type.startsWith('AWS::CodeDeploy::') && !/^Deployments/.test(id))
      .map(([id, { UpdatePolicy: _, ...resource }]): [string, Resource] => [id, resource]),
  ),
});

const deployed = async (commit: string, changes: Partial<Stage> = {}) => {
  const { folder } = await changedStage('prod', changes, commit);
  const { properties } = await readStack(folder, 'prod');
  return { template: await readTemplate(folder, 'prod'), tags: properties.tags };
};

const [before, after] = ['a', 'b'].map((digit) => digit.repeat(40)) as [string, string];

test('a commit changes only an output, so nothing else is updated', async () => {
  const { tags, template: committed } = await deployed(before);
  expect(tags).toEqual({ service: 'amplify', stage: 'prod' });
  const { Commit, ...Outputs } = committed.Outputs;
  expect(Commit).toMatchObject({ Value: before });
  expect({ ...committed, Outputs }).toEqual(template);
});

test('rolling back at once restores the previous versions, and moves only aliases', async () => {
  const { keys } = stageNamed('prod');
  if (keys.policy !== 'issued') throw new TypeError('prod has no plans.');
  const plans = keys.plans.map((plan) => ({ ...plan, limit: 1 }));
  const [good, bad, back] = await Promise.all([
    deployed(before),
    deployed(after, { keys: { ...keys, plans } }),
    deployed(before, atOnce),
  ]);
  expect(back.template).toEqual(withoutCodeDeploy(good.template));
  const gone = Object.entries(template.Resources).filter(
    ([id]) => !(id in back.template.Resources),
  );
  expect(gone.map(([, { Type }]) => Type).sort()).toEqual([
    'AWS::CodeDeploy::Application',
    ...apiEndpoints.map(() => 'AWS::CodeDeploy::DeploymentGroup'),
    'AWS::IAM::Role',
  ]);
  const { Resources } = withoutCodeDeploy(bad.template);
  const versions = Object.keys(resourcesOf(good.template, 'AWS::Lambda::Version'));
  expect(versions.filter((id) => !(id in Resources))).not.toEqual([]);
  const changed = Object.entries(back.template.Resources).filter(
    ([id, resource]) => JSON.stringify(resource) !== JSON.stringify(Resources[id]),
  );
  expect([...new Set(changed.map(([, { Type }]) => Type))].sort()).toEqual([
    'AWS::Lambda::Alias',
    'AWS::Lambda::Function',
    'AWS::Lambda::Version',
  ]);
});
