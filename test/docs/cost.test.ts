/** What the pages say of costs and of Bedrock's models follows from the prices, the rows and the templates. */
import { expect, test } from '@jest/globals';
import { stageNamed } from '../../lib/settings/stages.ts';
import { buildTemplate, complete, findProperties, only } from '../support/synth.ts';
import { expectOn, pages, readPage, section, tableRows } from './pages.ts';

const page = readPage('docs/cost.md');
const rowsBelow = (anchor: string) => tableRows({ text: section(page, anchor) });

test("an idle month has the metrics of the templates' alarms, and its sums", async () => {
  const templates = [await buildTemplate('demo'), await buildTemplate('prod', complete)];
  // A stage needs no domain, and so no certificate.
  const counts = templates.map((template) => {
    const alarms = JSON.stringify(findProperties(template, 'AWS::CloudWatch::Alarm'));
    return alarms.split(/"MetricName":"(?!DaysToExpiry)/).length - 1;
  });
  const price = Number(section(page, 'prices').match(/([\d.]+) for an alarm's metric/)?.[1]);
  const costs = counts.map((count) => (count * price).toFixed(2));
  const parts = rowsBelow('an-idle-month').filter(([, usd]) => Number(usd) >= 0);
  const sums = [1, 2].map((at) => parts.reduce((sum, cells) => sum + Number(cells[at]), 0));
  expectOn('docs/cost.md#an-idle-month', [
    `| metrics of alarms: ${counts.join(', ')} | ${costs.join(' | ')} |`,
    `|  | ${sums.map((usd) => `**${usd.toFixed(2)}**`).join(' | ')} |`,
  ]);
});

type Limit = { readonly ThrottlingRateLimit: number };

test('the throttles of all routes have the sum of the page', async () => {
  const template = await buildTemplate('prod');
  const { Properties: stage } = only(template, 'AWS::ApiGatewayV2::Stage');
  const limits = stage.RouteSettings as Readonly<Record<string, Limit>>;
  const rest = stage.DefaultRouteSettings as Limit;
  const sum = findProperties(template, 'AWS::ApiGatewayV2::Route')
    .map(({ RouteKey }) => (limits[String(RouteKey)] ?? rest).ThrottlingRateLimit)
    .reduce((total, rate) => total + rate, 0);
  expectOn('docs/cost.md#the-most-in-an-hour', [`sum to ${sum.toLocaleString('en')} requests a`]);
});

const models = ['demo', 'prod'].flatMap((name) => {
  const { emphasis } = stageNamed(name);
  return emphasis.model === 'bedrock' ? [{ name, ...emphasis }] : [];
});

test.each(models)('the pages have the model of $name, and its prices', (model) => {
  const { name, inferenceProfile: profile, regions, usdPerMillionTokens, usdPerDay } = model;
  const { input, output } = usdPerMillionTokens;
  expectOn('docs/emphasis.md#which-model-chooses', [`\`${profile}\``, `(${regions.join(', ')})`]);
  expectOn('docs/emphasis.md#another-model', [` ${profile.replace(/^\w+\./, '')} `]);
  expectOn('docs/cost.md#prices', [`: ${input} for a million tokens in, ${output} for a `]);
  expectOn('docs/cost.md#the-most-in-an-hour', [`$${usdPerDay.toFixed(2)} on \`${name}\``]);
  // The table is of prod's model.
  if (name !== 'prod') return;
  const costs = rowsBelow('emphasize').flatMap(([, read = '', written = '']) => {
    const usd = Number(read.replace(',', '')) * input + Number(written) * output;
    return usd > 0 ? [[read, written, usd.toLocaleString('en', { maximumFractionDigits: 2 })]] : [];
  });
  const rows = costs.map((cells) => `| ${cells.join(' | ')} |`);
  expectOn('docs/cost.md#emphasize', rows);
  const wait = /\$([\d.]+) per million/.exec(section(page, 'emphasize'))?.[1];
  const both = Math.round(Number(costs[0]?.[2]) + Number(wait));
  expectOn('README.md#what-to-expect', [`its model adds some $${both}`]);
});

test('no page names another model, but as one to try', () => {
  const profiles = models.map(({ inferenceProfile }) => inferenceProfile).join();
  const named = pages.flatMap(({ path, text }) =>
    (
      text
        .replace(/^emphasis: \{.*?^\}/gms, '')
        .match(/\b(?:Nova|Claude) [A-Z]\w+|\bnova-[\w:-]+/g) ?? []
    ).map((name) => [path, name]),
  );
  const isUsed = ([, name = '']: readonly string[]) =>
    profiles.includes(name.toLowerCase().replace(' ', '-'));
  expect(named).toContainEqual(['docs/emphasis.md', 'Nova Micro']);
  expect(named.filter((mention) => !isUsed(mention))).toEqual([]);
});
