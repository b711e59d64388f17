/** docs/operating.md explains each code, and its commands that stop something match the template. */
import { cpSync, globSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import type * as assembly from '../support/assembly.ts';
import { newFolder } from '../support/at-end.ts';
import { projectRoot } from '../support/service.ts';
import { buildTemplate, only, readTemplate } from '../support/synth.ts';
import { expectOn, readPage, section } from './pages.ts';

const page = readPage('docs/operating.md');
const stopping = section(page, 'stop-it-now');
const template = await buildTemplate('prod');

/** The distinct matches of a pattern's group. */
const findAll = (pattern: RegExp, text: string): readonly string[] => [
  ...new Set([...text.matchAll(pattern)].map(([, group = '']) => group)),
];

test('they name the stack, its API, functions, routes and alarms', () => {
  expect(findAll(/\$\(resource (\w+)\)/g, stopping)).toHaveLength(2);
  expect(findAll(/--stack-name ([\w-]+)/g, page.text)).toEqual(['amplify-prod']);
  const named = [
    ...findAll(/\b([A-Z]\w+Function)\b/g, page.text),
    ...findAll(/\[\?Name=='([^']+)'\]/g, stopping),
    ...findAll(/--route-key '([^']+)'/g, stopping),
    ...findAll(/\b(amplify-prod-[\w-]+)/g, stopping),
  ];
  expect(named).toEqual(expect.arrayContaining(['amplify-prod', 'amplify-prod-probe']));
  const text = JSON.stringify(template);
  expect(named.filter((name) => !text.includes(`"${name}"`))).toEqual([]);
});

test('they stop routes, and restore the limits of those that have their own', () => {
  const { RouteSettings: routes } = only(template, 'AWS::ApiGatewayV2::Stage').Properties as {
    readonly RouteSettings: Readonly<Record<string, unknown>>;
  };
  const settings = findAll(/--route-settings '([^']+)'/g, stopping).map((json) => JSON.parse(json));
  const none = { ThrottlingRateLimit: 0, ThrottlingBurstLimit: 0 };
  expect(settings).toEqual([
    { 'POST /v1/scream': none },
    { 'PUT /account': none },
    { 'PUT /account': routes['PUT /account'] },
  ]);
  // A route without limits of its own needs only the deletion.
  expect(routes).not.toHaveProperty('POST /v1/scream');
});

test('each section that stops something has its undo', () => {
  const sections = stopping.split(/^### /m).slice(1);
  const titles = sections.map((text) => text.split('\n', 1)[0]);
  expect(titles.filter((_, at) => !/^Undo:$/m.test(String(sections[at])))).toEqual([]);
  expect(titles).toHaveLength(6);
});

test('the commands that create the quota table again give it its name, keys and expiry', () => {
  const commands = section(page, 'the-quota-table-is-gone');
  const keys = commands.matchAll(/AttributeName=(\w+),KeyType=(\w+)/g);
  const [AttributeName] = findAll(/AttributeName=(\w+),Enabled=true/g, commands);
  expect(template.Resources.QuotaTable?.Properties).toMatchObject({
    BillingMode: findAll(/--billing-mode (\S+)/g, commands).join(),
    TableName: findAll(/--table-name (\S+)/g, commands).join(),
    KeySchema: [...keys].map(([, name, type]) => ({ AttributeName: name, KeyType: type })),
    TimeToLiveSpecification: { AttributeName },
  });
});

test('with other ids, all that hangs on the API and the user pool follows', async () => {
  const copy = await newFolder();
  for (const name of ['functions', 'lib', 'test/support', 'cdk.json', 'package.json']) {
    cpSync(path.join(projectRoot, name), path.join(copy, name), { recursive: true });
  }
  symlinkSync(path.join(projectRoot, 'node_modules'), path.join(copy, 'node_modules'));
  const row = section(page, 'a-function-the-api-or-the-user-pool-is-gone');
  for (const [, id = '', file = ''] of row.matchAll(/`('\w+')` in \[`.*?`\]\(\.\.\/(.*?)\)/g)) {
    const text = readFileSync(path.join(copy, file), 'utf8');
    expect([id, text.split(id).length]).toEqual([id, 2]);
    writeFileSync(path.join(copy, file), text.replace(id, `'Other${id.slice(1)}`));
  }
  const app = await outside<typeof assembly>(path.join(copy, 'test/support/assembly.ts'));
  const renamedStack = await readTemplate((await app.synthesizeStage('prod')).folder, 'prod');
  // A metric has a dimension of the pool's name. Branding and firewall refer to its id.
  const text = JSON.stringify(renamedStack).replaceAll('"Name":"UserPool"', '');
  const parts = ['UserPool', 'UserPoolClient', 'UserPoolDomain'].map((name) => `Cognito::${name}`);
  const old = ['ApiGatewayV2::Api', ...parts].map((type) => only(template, `AWS::${type}`).id);
  expect(old.filter((id) => text.includes(`"${id}"`))).toEqual([]);
});

test('each code of a fault has a row that says what it means', () => {
  const sources = globSync('functions/**/*.ts', { cwd: projectRoot }).map((file) =>
    readFileSync(path.join(projectRoot, file), 'utf8'),
  );
  const codes = sources.flatMap((text) => [
    ...findAll(/\b(?:new Fault|unexpectedResponse)\('([A-Z_]+)'/g, text),
    ...findAll(/\bfault\(['`]([A-Z_]{3,})/g, text).map((code) => `SIGN_IN_${code}`),
  ]);
  expect(codes).toEqual(expect.arrayContaining(['UNKNOWN_PLAN', 'NO_SUM', 'SIGN_IN_NOT_JSON']));
  // It is answered with 401.
  const explained = codes.filter((code) => code !== 'SIGN_IN_TOKEN_REFUSED');
  const cells = explained.map((code) => `\`${code}`);
  expectOn('docs/operating.md#faults', cells, (text, cell) =>
    (text.match(/^\| `.*? \|/gm) ?? []).some((row) => row.includes(cell)),
  );
});
