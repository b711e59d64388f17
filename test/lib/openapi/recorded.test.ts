/** `docs/openapi.json` is the description of the working tree, and changes together with the changelog. */
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { describeApi } from '../../../lib/openapi/description.ts';
import { recordedOf, surfaceOf } from '../../../lib/openapi/recorded.ts';
import type { Description } from '../../../lib/openapi/types.ts';
import { apiEndpoints } from '../../../lib/settings/endpoints.ts';
import { stageNamed, stageNames } from '../../../lib/settings/stages.ts';
import { contentsOf } from '../../../lib/site/reference/contents.ts';
import { copyProject } from '../../support/project-copy.ts';
import { projectRoot, runNode } from '../../support/service.ts';

const read = (file: string, root = projectRoot) => readFile(path.join(root, file), 'utf8');

test('docs/openapi.json is what npm run openapi writes', async () => {
  const described = recordedOf(await read('CHANGELOG.md'));
  expect(await read('docs/openapi.json')).toBe(`${JSON.stringify(described, null, 2)}\n`);
});

test.each(stageNames)('stage %s has the same surface', (name) => {
  expect(surfaceOf(describeApi(stageNamed(name)))).toBe(surfaceOf(recordedOf('')));
});

interface Json {
  [name: string]: Json;
}

const shout = ({ paths }: Json) => paths?.['/v1/shout']?.post as Json;
const schemas = ({ components }: Json) => components?.schemas as Json;

test.each<[string, boolean, (description: Json) => void]>([
  ['a status less', true, (all) => delete shout(all).responses?.[413]],
  ['no key needed', true, (all) => Object.assign(shout(all), { security: [] })],
  ['no key needed anywhere', true, (all) => Object.assign(all, { security: [] })],
  [
    'a header less',
    true,
    ({ components }) => delete components?.responses?.TooManyRequests?.headers?.['Retry-After'],
  ],
  [
    'a bound moved',
    true,
    (all) => Object.assign(schemas(all).TextRequest?.properties?.text ?? {}, { minLength: 2 }),
  ],
  [
    'a field more, whatever its name',
    true,
    (all) => Object.assign(schemas(all).ServiceError?.properties ?? {}, { summary: {} }),
  ],
  ['prose', false, (all) => Object.assign(shout(all), { summary: 'S', description: 'D' })],
  [
    'an example',
    false,
    (all) => delete shout(all).requestBody?.content?.['application/json']?.examples,
  ],
  [
    'the order',
    false,
    (all) =>
      Object.assign(all, { paths: Object.fromEntries(Object.entries(all.paths ?? {}).reverse()) }),
  ],
])('with %s, callers’ programs see a change: %p', (_, seen, change) => {
  const description = describeApi(stageNamed('demo'));
  const other = structuredClone(description);
  change(other as unknown as Json);
  expect(surfaceOf(description) !== surfaceOf(other as Description)).toBe(seen);
});

test('a change that callers can see is written once the changelog describes it', async () => {
  const root = await copyProject();
  const at = (file: string) => path.join(root, file);
  const write = () => runNode(['bin/openapi.ts'], { cwd: root });
  expect(await write()).toMatchObject({ status: 0 });
  const before = await read('docs/openapi.json', root);

  const endpoint = 'functions/endpoints/rate-limits/endpoint.ts';
  const source = await read(endpoint, root);
  await writeFile(at(endpoint), source.replace("path: '/v1/rate-limits'", "path: '/v1/shout'"));
  expect(await write()).toMatchObject({
    status: 1,
    stderr: expect.stringMatching(/^Callers can see this change: describe it in .*\n$/),
  });
  expect(await read('docs/openapi.json', root)).toBe(before);

  const changelog = await read('CHANGELOG.md', root);
  await writeFile(at('CHANGELOG.md'), changelog.replace('### Added\n', '### Added\n\n- Moved.\n'));
  expect((await write()).status).toBe(0);
  const written = JSON.parse(await read('docs/openapi.json', root));
  expect(Object.keys(written.paths['/v1/shout'])).toEqual(['post', 'get']);
  const ids = contentsOf(written).operations.map(({ id }) => id);
  expect(ids.toSorted()).toEqual(apiEndpoints.map(({ name }) => name).toSorted());
});
