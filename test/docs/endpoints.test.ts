/** What an endpoint has besides its folder and its line in the list. */
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { maxIntensity } from '../../functions/endpoints/capitalization.ts';
import { committedText } from '../../lib/openapi/description.ts';
import { apiEndpoints, endpoints, routeKey } from '../../lib/settings/endpoints.ts';
import { voiceNames } from '../../lib/site/playground/voices.ts';
import events from '../sam/events.json' with { type: 'json' };
import { projectRoot } from '../support/service.ts';
import { expectOn } from './pages.ts';

const read = (file: string) => readFileSync(path.join(projectRoot, file), 'utf8');

/** The places that say what the API does with a text, e.g. `whispers`. */
const summaries = [
  ['README.md, first line', /^A text API .*/m],
  ['package.json, description, which is also that of the API', /"description": ".*"/],
  ['lib/site/playground/page.ts, description', /description:\s+'.*'/],
  ['lib/site/playground/page.ts, heading', /<h1>.*<\/h1>/],
  ['lib/site/reference/page.ts, description', /'The reference of .*'/],
] as const;

const plan = { name: 'demo', limit: 30, windowSeconds: 60 };

test('no endpoint lacks anything', () => {
  const tests = globSync('test/functions/**/*.test.ts', { cwd: projectRoot }).map(read);
  const rows: readonly string[] = read('README.md').match(/^\| `[A-Z]+ \/v1\/.*/gm) ?? [];
  const folders = globSync('*/endpoint.ts', { cwd: `${projectRoot}/functions/endpoints` });
  const textEndpoints = apiEndpoints.filter(({ access }) => access === 'counted');
  expect([
    ...folders
      .map((file) => path.dirname(file))
      .filter((folder) => !endpoints.some(({ name }) => name === folder))
      .map((folder) => `functions/endpoints/list.ts: a line for ${folder}/`),
    ...endpoints
      .filter(({ name }) => !tests.some((test) => test.match(`/${name}/endpoint\\.ts|'${name}'`)))
      .map(({ name }) => `test/functions/: a test that imports ${name}/endpoint.ts`),
    ...apiEndpoints.flatMap((endpoint) => {
      const { name, documentation } = endpoint;
      const row = rows.find((line) => line.startsWith(`| \`${routeKey(endpoint)}\` |`)) ?? '';
      const { fields = {}, invalid = [] } = documentation(plan).request ?? {};
      const isRefused = (field: string) =>
        field === 'text' || invalid.some(([, body]) => body.includes(`"${field}"`));
      return [
        ...[routeKey(endpoint), ...Object.keys(fields)]
          .filter((part) => !row.includes(`\`${part}\``))
          .map((part) => `README.md, At a glance: \`${part}\` in the row of ${name}`),
        ...Object.keys(fields)
          .filter((field) => !isRefused(field))
          .map(
            (field) => `functions/endpoints/${name}/endpoint.ts, invalid: a body for "${field}"`,
          ),
      ];
    }),
    ...endpoints
      .filter(({ name }) => !(name in events))
      .map(({ name }) => `test/sam/events.json: an event "${name}" for sam, like the others`),
    ...textEndpoints
      .filter(({ name }) => !voiceNames.some((voice) => voice === name))
      .map(({ name }) => `lib/site/playground/voices.ts: a voice "${name}"`),
    ...textEndpoints.flatMap(({ name }) =>
      summaries
        .filter(([place, line]) => {
          const [file = ''] = place.split(',');
          return !line.exec(read(file))?.[0].includes(`${name}s`);
        })
        .map(([place]) => `${place}: that Amplify ${name}s`),
    ),
    ...(read('docs/openapi.json') === committedText()
      ? []
      : ['docs/openapi.json is stale: npm run openapi']),
  ]).toEqual([]);
  expect(rows).toHaveLength(apiEndpoints.length);
  expectOn('README.md#at-a-glance', [`\`intensity\` (1 to ${maxIntensity},`]);
});
