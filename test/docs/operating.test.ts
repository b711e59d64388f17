/** The commands in docs/operating.md match the template. */
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { projectRoot } from '../support/service.ts';
import { resourcesOf, templateOf } from '../support/synth.ts';
import { expectNothingMissing, readPage, section } from './pages.ts';

const page = readPage('docs/operating.md');
const stopping = section(page, 'stop-it-now');
const template = await templateOf('prod');

const propertiesOf = (type: string) =>
  Object.values(resourcesOf(template, type)).map(({ Properties }) => Properties);

/** The distinct matches of a pattern's group. */
const found = (pattern: RegExp, text: string): readonly string[] => [
  ...new Set([...text.matchAll(pattern)].map(([, group = '']) => group)),
];

describe('the commands that stop something', () => {
  test('name functions of the template', () => {
    expect(found(/\$\(resource (\w+)\)/g, stopping)).toHaveLength(2);
    for (const id of found(/\b([A-Z]\w+Function)\b/g, page.text)) {
      expect([id, template.Resources[id]?.Type]).toEqual([id, 'AWS::Lambda::Function']);
    }
  });

  test('name the stack, its API, and its alarms', () => {
    expect(found(/--stack-name ([\w-]+)/g, page.text)).toEqual(['amplify-prod']);
    const [api] = propertiesOf('AWS::ApiGatewayV2::Api');
    expect(found(/\[\?Name=='([^']+)'\]/g, stopping)).toEqual([api?.Name]);
    const alarms = propertiesOf('AWS::CloudWatch::Alarm').map(({ AlarmName }) => AlarmName);
    const named = found(/--alarm-names ((?:amplify-[\w-]+ ?)+)/g, stopping)
      .join(' ')
      .split(/ +/);
    expect(alarms).toEqual(expect.arrayContaining(named.filter(Boolean)));
  });

  test('stop routes of the template, and restore their limits', () => {
    const routes = propertiesOf('AWS::ApiGatewayV2::Route').map(({ RouteKey }) => RouteKey);
    const [{ RouteSettings: own } = {}] = propertiesOf('AWS::ApiGatewayV2::Stage') as unknown as [
      { readonly RouteSettings: Readonly<Record<string, unknown>> },
    ];
    const settings = found(/--route-settings '([^']+)'/g, stopping).map((json) => JSON.parse(json));
    const none = { ThrottlingRateLimit: 0, ThrottlingBurstLimit: 0 };
    expect(settings).toEqual([
      { 'POST /v1/scream': none },
      { 'PUT /account': none },
      { 'PUT /account': own?.['PUT /account'] },
    ]);
    expect(found(/--route-key '([^']+)'/g, stopping)).toEqual(['POST /v1/scream']);
    // A route without limits of its own needs only the deletion.
    expect(own).not.toHaveProperty('POST /v1/scream');
    expect(routes).toEqual(expect.arrayContaining(['POST /v1/scream', 'PUT /account']));
  });

  test('are followed by commands to undo them', () => {
    const sections = stopping.split(/^### /m).slice(1);
    expect(sections.length).toBeGreaterThanOrEqual(6);
    for (const text of sections) expect(text).toMatch(/# undo$/m);
  });
});

test('the page explains each code of a fault', () => {
  const sources = globSync('functions/**/*.ts', { cwd: projectRoot }).map((file) => ({
    file,
    text: readFileSync(path.join(projectRoot, file), 'utf8'),
  }));
  const codes = sources.flatMap(({ file, text }) => [
    ...found(/(?:\bcode: |\bunexpectedResponse\()'([A-Z_]+)'/g, text),
    ...(file.endsWith('user-info.ts')
      ? found(/\bfault\(['`]([A-Z_]+)/g, text).map((code) => `SIGN_IN_${code}`)
      : []),
  ]);
  expect(codes).toEqual(expect.arrayContaining(['UNKNOWN_PLAN', 'NO_SUM', 'SIGN_IN_NOT_JSON']));
  const rows =
    section(page, 'faults')
      .match(/^\| `.*? \|/gm)
      ?.join('\n') ?? '';
  expectNothingMissing(
    codes
      .filter((code) => !rows.includes(`\`${code}`))
      .map((code) => `docs/operating.md, "faults": explain the code ${code}`),
  );
});

test('the commands that create the quota table again give it its keys and expiry', () => {
  const commands = section(page, 'the-quota-table-is-gone');
  const [table] = propertiesOf('AWS::DynamoDB::GlobalTable') as unknown as [
    Readonly<Record<string, string>> & {
      readonly KeySchema: readonly { AttributeName: string; KeyType: string }[];
      readonly TimeToLiveSpecification: { readonly AttributeName: string };
    },
  ];
  expect(found(/--table-name (\S+)/g, commands)).toEqual([table.TableName]);
  expect(found(/--billing-mode (\S+)/g, commands)).toEqual([table.BillingMode]);
  expect(found(/AttributeName=(\w+),KeyType/g, commands)).toEqual(
    table.KeySchema.map(({ AttributeName }) => AttributeName),
  );
  expect(found(/AttributeName=(\w+),Enabled=true/g, commands)).toEqual([
    table.TimeToLiveSpecification.AttributeName,
  ]);
});

test("the probe's key is stored where the row that the page shows says", () => {
  const advice = section(page, 'the-probes-key');
  const stored = found(/put-parameter --name (\S+)/g, advice);
  expect(stored).toHaveLength(1);
  expect(found(/`probe: \{ keyParameter: '([^']+)' \}`/g, advice)).toEqual(stored);
  expect(advice).toContain('--type SecureString');
});
