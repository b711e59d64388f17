/** What a deployment changes: code, gradually, with a way back, and no resource whose name is taken. */
import { stat } from 'node:fs/promises';
import { loadAwsServiceSpecSync } from '@aws-cdk/aws-service-spec';
import { expect, test } from '@jest/globals';
import { apiEndpoints, functionId } from '../../../lib/settings/endpoints.ts';
import { stageNamed } from '../../../lib/settings/stages.ts';
import { newFolder } from '../../support/at-end.ts';
import { copyProject } from '../../support/project-copy.ts';
import { programEnvironment, projectRoot, run, runNode } from '../../support/service.ts';
import {
  accountsWith,
  buildTemplate,
  changed,
  complete,
  findProperties,
  findResources,
  type Resource,
  readStack,
  readTemplate,
  synthesizeStage,
  type Template,
} from '../../support/synth.ts';

const template = await buildTemplate('prod');

/** Builds the site and two functions into a folder. */
const build = `
  import { mkdirSync } from 'node:fs';
  import { buildFunctions, writeBundle } from './lib/bundles/bundles.ts';
  import { stageNamed } from './lib/settings/stages.ts';
  import { buildSite } from './lib/site/build.ts';
  const [, to] = process.argv;
  buildSite(stageNamed('prod'), to);
  const bundles = await buildFunctions(['emphasize', 'delete-account']);
  for (const name of bundles.keys()) writeBundle(bundles, name, mkdirSync(to + '/' + name, { recursive: true }));`;

test('the bytes of functions and site are those of a build in another folder, time zone and language', async () => {
  const [here, there] = [await newFolder(), await newFolder()];
  const elsewhere = { TZ: 'Asia/Tokyo', LANG: 'tr_TR.UTF-8' };
  const program = ['--input-type=module', '--eval', build];
  const built = await Promise.all([
    runNode([...program, here]),
    runNode([...program, there], {
      cwd: await copyProject(),
      env: { ...programEnvironment(), ...elsewhere },
    }),
  ]);
  expect(built).toEqual(Array(2).fill({ status: 0, stdout: '', stderr: '' }));
  expect(await run('diff', ['-r', here, there])).toMatchObject({ status: 0, stdout: '' });
  expect(await run('grep', ['-rl', projectRoot, here])).toMatchObject({ status: 1, stdout: '' });
  // The site's code contains no file of it.
  expect((await stat(`${here}/index.mjs`)).size).toBeLessThan(20_000);
});

test('a new version gets a tenth of the requests for five minutes, and is rolled back by an alarm', () => {
  const gradual = Object.values(findResources(template, 'AWS::Lambda::Alias')).filter(
    ({ UpdatePolicy }) => UpdatePolicy,
  );
  expect(gradual.map(({ Properties }) => Properties.FunctionName)).toEqual(
    apiEndpoints.map((endpoint) => ({ Ref: functionId(endpoint) })),
  );
  const used = gradual.map(
    ({ UpdatePolicy }) => UpdatePolicy?.CodeDeployLambdaAliasUpdate?.DeploymentGroupName.Ref,
  );
  expect(used).toEqual(Object.keys(findResources(template, 'AWS::CodeDeploy::DeploymentGroup')));
  const Events = ['DEPLOYMENT_FAILURE', 'DEPLOYMENT_STOP_ON_ALARM'];
  for (const group of findProperties(template, 'AWS::CodeDeploy::DeploymentGroup')) {
    expect(group).toMatchObject({
      DeploymentConfigName: 'CodeDeployDefault.LambdaCanary10Percent5Minutes',
      AutoRollbackConfiguration: { Enabled: true, Events },
      AlarmConfiguration: { Enabled: true },
    });
  }
});

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
  const { keys } = accountsWith({});
  const plans = keys.plans.map((plan) => ({ ...plan, limit: 1 }));
  const { monitoring } = stageNamed('prod');
  const settings = monitoring ? { monitoring: { ...monitoring, canary: false } } : {};
  const commit = 'a'.repeat(40);
  const [bad, { folder }] = await Promise.all([
    buildTemplate('prod', { keys: { ...keys, plans } }),
    synthesizeStage('prod', { settings, commit }),
  ]);
  const { properties } = await readStack(folder, 'prod');
  expect(properties.tags).toEqual({ service: 'amplify', stage: 'prod' });
  const back = await readTemplate(folder, 'prod');
  expect(JSON.stringify(back)).not.toContain(projectRoot);
  const good = withoutCodeDeploy(template);
  const Commit = expect.objectContaining({ Value: commit });
  expect(back).toEqual({ ...good, Outputs: { ...good.Outputs, Commit } });
  const { Resources } = withoutCodeDeploy(bad);
  const versions = Object.keys(findResources(template, 'AWS::Lambda::Version'));
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

/** The name of a resource that would exist already while a new one replaces it. */
const fixedName = /"\w*(?:Name|Domain)":(?:"|\{"Fn::Join":\["",\[")amplify-[^"]*/;
const hasFixedName = (resource: unknown): boolean => fixedName.test(JSON.stringify(resource));

test('a resource with a fixed name has the same id, whatever setting changes', async () => {
  const templates = [await buildTemplate('prod', complete), await buildTemplate('prod', changed)];
  const [before = [], after = []] = templates.map(({ Resources }) =>
    Object.entries(Resources)
      .filter(([, resource]) => hasFixedName(resource))
      .map(([id, resource]) => `${JSON.stringify(resource).match(fixedName)?.[0]} is ${id}`),
  );
  expect(before).toEqual(expect.arrayContaining(after));
});

test('besides its name, nothing that may change forces the replacement of a resource with a fixed name', async () => {
  const { Resources } = await buildTemplate('prod', complete);
  const spec = loadAwsServiceSpecSync();
  const forcing = Object.values(Resources)
    .filter(hasFixedName)
    .flatMap(({ Type, Properties }) => {
      const { properties } = spec.lookup('resource', 'cloudFormationType', 'equals', Type).only();
      return Object.keys(Properties)
        .filter((name) => (properties[name]?.causesReplacement ?? 'no') !== 'no')
        .filter((name) => !hasFixedName({ [name]: Properties[name] }))
        .map((name) => `${Type} ${name}`);
    });
  expect([...new Set(forcing)].sort()).toEqual([
    'AWS::ApiGatewayV2::Api ProtocolType',
    'AWS::Cognito::UserPoolDomain UserPoolId',
    // Other keys take a new table: docs/contributing.md.
    'AWS::DynamoDB::GlobalTable KeySchema',
    // Always that of the region.
    'AWS::WAFv2::WebACL Scope',
  ]);
});
