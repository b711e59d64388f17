/** The API's surface changes only with the version. */
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { describeApi } from '../../../lib/openapi/description.ts';
import recorded from '../../../lib/openapi/surface.json' with { type: 'json' };
import { differences, entryDigest, howToChange, surfaceOf } from '../../../lib/openapi/surface.ts';
import type { Description } from '../../../lib/openapi/types.ts';
import { stageNamed, stageNames } from '../../../lib/settings/stages.ts';
import manifest from '../../../package.json' with { type: 'json' };
import { copyProject } from '../../support/project-copy.ts';
import { runNode } from '../../support/run.ts';
import { projectRoot } from '../../support/service.ts';

test.each(stageNames)('stage %s has the recorded surface', (name) => {
  const changed = differences(recorded.parts, surfaceOf(describeApi(stageNamed(name))));
  if (changed.length > 0) throw new Error(howToChange(changed, recorded));
});

test('the recorded version and its changelog are the current ones', async () => {
  const changelog = await readFile(path.join(projectRoot, 'CHANGELOG.md'), 'utf8');
  const { version } = manifest;
  if (recorded.version !== version || recorded.changelog !== entryDigest(changelog, version)) {
    throw new Error('Run npm run surface.');
  }
});

/** The parts that differ after a change. */
const changedBy = (change: (description: Json) => void) => {
  const description = describeApi(stageNamed('demo'));
  const other = structuredClone(description);
  change(other as unknown as Json);
  return differences(surfaceOf(description), surfaceOf(other as Description));
};

interface Json {
  [name: string]: Json;
}

const shout = ({ paths }: Json) => paths?.['/v1/shout']?.post as Json;
const schemas = ({ components }: Json) => components?.schemas as Json;

describe('changes for callers', () => {
  test.each<[string, (description: Json) => void, string[]]>([
    ['a status less', (all) => delete shout(all).responses?.[413], ['POST /v1/shout']],
    ['no key needed', (all) => Object.assign(shout(all), { security: [] }), ['POST /v1/shout']],
    [
      'a header less',
      ({ components }) => delete components?.responses?.TooManyRequests?.headers?.['Retry-After'],
      ['responses/TooManyRequests'],
    ],
    [
      'a bound moved',
      (all) => Object.assign(schemas(all).TextRequest?.properties?.text ?? {}, { minLength: 2 }),
      ['schemas/TextRequest'],
    ],
    [
      'a field more, whatever its name',
      (all) => Object.assign(schemas(all).ServiceError?.properties ?? {}, { summary: {} }),
      ['schemas/ServiceError'],
    ],
  ])('%s', (_, change, parts) => {
    expect(changedBy(change)).toEqual(parts);
  });
});

describe('changes of texts and order', () => {
  test.each<[string, (description: Json) => void]>([
    ['prose', (all) => Object.assign(shout(all), { summary: 'S', description: 'D' })],
    ['an example', (all) => delete shout(all).requestBody?.content?.['application/json']?.examples],
    [
      'the order',
      (all) =>
        Object.assign(all, {
          paths: Object.fromEntries(Object.entries(all.paths ?? {}).reverse()),
        }),
    ],
  ])('%s', (_, change) => {
    expect(changedBy(change)).toEqual([]);
  });
});

test('a change is recorded for a new version, or with --amend and an entry in the changelog', async () => {
  const root = await copyProject();
  const at = (file: string) => path.join(root, file);
  const record = (...args: readonly string[]) =>
    runNode(['bin/surface.ts', ...args], { cwd: root });
  const read = async () => JSON.parse(await readFile(at('lib/openapi/surface.json'), 'utf8'));
  const setPath = async (from: string, to: string) => {
    const endpoint = at('functions/endpoints/shout/endpoint.ts');
    const source = await readFile(endpoint, 'utf8');
    await writeFile(endpoint, source.replace(`path: '${from}'`, `path: '${to}'`));
  };

  const { version } = manifest;
  const changelog = await readFile(at('CHANGELOG.md'), 'utf8');
  const parts = surfaceOf(describeApi(stageNamed('demo')));
  const before = { version, changelog: entryDigest(changelog, version), parts };
  await writeFile(at('lib/openapi/surface.json'), JSON.stringify(before));

  await setPath('/v1/shout', '/v1/yell');
  const { status, stderr } = await record();
  expect([status, stderr]).toEqual([
    1,
    expect.stringContaining(`version ${version}: POST /v1/shout, POST /v1/yell.`),
  ]);
  expect(await read()).toEqual(before);

  expect(await record('--amend')).toMatchObject({
    status: 1,
    stderr: expect.stringMatching(/^CHANGELOG\.md says nothing new .* POST \/v1\/yell\./),
  });
  await writeFile(at('CHANGELOG.md'), changelog.replace('### Added\n', '### Added\n\n- Yells.\n'));
  expect((await record('--amend')).status).toBe(0);
  expect((await read()).parts).toHaveProperty(['POST /v1/yell']);

  await setPath('/v1/yell', '/v1/roar');
  await writeFile(at('package.json'), JSON.stringify({ ...manifest, version: '9.0.0' }));
  expect((await record()).status).toBe(0);
  expect(await read()).toMatchObject({
    version: '9.0.0',
    parts: { 'POST /v1/roar': expect.any(String) },
  });
});
