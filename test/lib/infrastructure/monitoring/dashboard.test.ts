import { expect, test } from '@jest/globals';
import { apiEndpoints, routeKey } from '../../../../lib/infrastructure/settings/endpoints.ts';
import type { Stage } from '../../../../lib/infrastructure/settings/stages.ts';
import { resourcesOf, templateOf } from '../../../support/synth.ts';

interface Widget {
  readonly type: string;
  readonly properties: {
    readonly title?: string;
    readonly markdown?: string;
    readonly alarms?: readonly string[];
    readonly metrics?: readonly (readonly (string | { readonly expression?: string })[])[];
  };
}

/** The dashboard of a stage, with references replaced by their ids. */
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
  return { name: found?.Properties.DashboardName, widgets: JSON.parse(text).widgets as Widget[] };
};

const { name, widgets } = await dashboardOf('prod');

const widget = (title: string) =>
  widgets.find(({ properties }) => properties.title === title)?.properties;

const metricsOf = (title: string) => JSON.stringify(widget(title)?.metrics);

test('its name differs by region', () => {
  expect(name).toEqual({ 'Fn::Join': ['', ['amplify-prod-', { Ref: 'AWS::Region' }]] });
});

test('it shows every alarm', async () => {
  const alarms = resourcesOf(await templateOf('prod'), 'AWS::CloudWatch::Alarm');
  expect(widget('Alarms')?.alarms?.map((alarm) => alarm.split('.')[0])).toEqual(
    Object.keys(alarms),
  );
});

test('it shows the latency of the API, of emphasize, and of the site', () => {
  for (const title of ['Latency, p50', 'Latency, p99']) {
    for (const group of ['Api', 'Emphasize', 'Site']) {
      expect(metricsOf(title)).toContain(`"${group}Latency"`);
    }
  }
});

test('it shows who is refused, by endpoint and by service', () => {
  const counted = apiEndpoints.filter(({ access }) => access === 'counted');
  for (const endpoint of counted) {
    expect(metricsOf('Over their quota')).toContain(
      `"${routeKey(endpoint)}","Outcome","over_quota"`,
    );
    expect(metricsOf('Key refused')).toContain(`"${routeKey(endpoint)}","Outcome","key_refused"`);
  }
  for (const service of ['API Gateway', 'Lambda', 'DynamoDB', 'Bedrock']) {
    expect(metricsOf('Throttled by AWS')).toContain(`"label":"${service}"`);
  }
});

test('it shows accounts and sign-ins', () => {
  expect(metricsOf('Accounts, faults')).toContain('AccountFaults');
  for (const metric of ['SignInSuccesses', 'SignUpSuccesses', 'BlockedRequests']) {
    expect(metricsOf('Accounts, sign-in')).toContain(metric);
  }
});

test("it shows Bedrock's cost, at the price in the settings", () => {
  for (const title of ['Bedrock, USD', 'Answered by the embedded model']) {
    expect(widget(title)).toBeDefined();
  }
  expect(metricsOf('Bedrock, USD')).toContain('(input * 0.035 + output * 0.14) / 1000000');
  expect(metricsOf('Bedrock, USD')).toContain('us.amazon.nova-micro-v1:0');
});

test('it shows only what its stage measures', async () => {
  const { widgets } = await dashboardOf('prod', {
    emphasis: { model: 'embedded' },
    requestMetricsSampling: 0,
    monitoring: { canary: true },
  });
  const titles = widgets.map(({ properties }) => properties.title ?? '');
  expect(titles.join()).not.toMatch(/Bedrock|embedded|Over their quota|Key refused/);
  const demo = await dashboardOf('demo');
  expect(demo.widgets.map(({ properties }) => properties.title).join()).not.toMatch(/Accounts/);
});
