import { expect, test } from '@jest/globals';
import { apiEndpoints, routeKey } from '../../../../lib/settings/endpoints.ts';
import type { Stage } from '../../../../lib/settings/stages.ts';
import { resourcesOf, templateOf } from '../../../support/synth.ts';

/** The dashboard of a stage: its widgets' properties by title, with references replaced by their ids. */
const dashboardOf = async (stage: string, changes: Partial<Stage> = {}) => {
  const template = await templateOf(stage, changes);
  const [found] = Object.values(resourcesOf(template, 'AWS::CloudWatch::Dashboard'));
  const body = found?.Properties.DashboardBody as { 'Fn::Join': [string, unknown[]] };
  const text = body['Fn::Join'][1]
    .map((part) =>
      typeof part === 'string'
        ? part
        : Object.values(part as object)
            .flat()
            .join('.'),
    )
    .join('');
  const widgets: readonly { readonly properties: { readonly title?: string } }[] =
    JSON.parse(text).widgets;
  return {
    name: found?.Properties.DashboardName,
    alarms: Object.keys(resourcesOf(template, 'AWS::CloudWatch::Alarm')),
    widgets: new Map(
      widgets.map(({ properties }) => [properties.title, JSON.stringify(properties)]),
    ),
  };
};

const { name, alarms, widgets } = await dashboardOf('prod');

test('its name differs by region', () => {
  expect(name).toEqual({ 'Fn::Join': ['', ['amplify-prod-', { Ref: 'AWS::Region' }]] });
});

const counted = apiEndpoints.filter(({ access }) => access === 'counted').map(routeKey);
const groups = ['ApiLatency', 'EmphasizeLatency'];

test.each<[title: string, shown: readonly string[]]>([
  ['Alarms', alarms.map((alarm) => `${alarm}.Arn`)],
  ['Answered without a fault, %', ['100 * (1 - faults / requests)']],
  ['Requests and faults', ['Count', '5xx']],
  ['Latency, p50', [...groups, '"p50"']],
  ['Latency, p99', [...groups, '"p99"']],
  ['Over their quota', counted.map((route) => `"${route}","Outcome","over_quota"`)],
  ['Key refused', counted.map((route) => `"${route}","Outcome","key_refused"`)],
  [
    'Throttled by AWS',
    ['API Gateway', 'Lambda', 'DynamoDB', 'Bedrock'].map((by) => `"label":"${by}"`),
  ],
  ['Accounts, faults', ['AccountFaults']],
  ['Accounts, sign-in', ['SignInSuccesses', 'SignUpSuccesses', 'BlockedRequests']],
  ['Bedrock, USD', ['(input * 0.035 + output * 0.14) / 1000000', 'us.amazon.nova-micro-v1:0']],
  ['Answered by the embedded model', ['EmphasisFallback', 'EmphasizeFunction']],
  ['Bedrock, latency', ['InvocationLatency']],
])('it shows: %s', (title, shown) => {
  const text = widgets.get(title) ?? '';
  for (const part of shown) expect(text).toContain(part);
});

test('it shows only what its stage measures', async () => {
  const { widgets: fewer } = await dashboardOf('prod', {
    emphasis: { model: 'embedded' },
    requestMetricsSampling: 0,
    monitoring: { canary: true, usdPerHour: 1 },
  });
  expect([...fewer.keys()].join()).not.toMatch(/Bedrock|embedded|Over their quota|Key refused/);
  const { widgets: demo } = await dashboardOf('demo');
  expect([...demo.keys()].join()).not.toMatch(/Accounts/);
});
