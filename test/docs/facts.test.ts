import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { maxCharactersText } from '../../functions/http/body-size.ts';
import { describeApi } from '../../lib/openapi/description.ts';
import { resolve } from '../../lib/openapi/references.ts';
import { type ApiEndpoint, apiEndpoints, routeKey } from '../../lib/settings/endpoints.ts';
import { defaultStage, stageNamed } from '../../lib/settings/stages.ts';
import { voiceEntries } from '../../lib/site/pages/playground/voices.ts';
import { fieldsOf } from '../../lib/site/reference/contents.ts';
import { projectRoot } from '../support/service.ts';
import { expectNothingMissing, readPage } from './pages.ts';

const { paths, components } = describeApi(stageNamed(defaultStage));

/** The fields of an endpoint's body, with the bounds of those that can be left out. */
const bodyOf = ({ path, method }: ApiEndpoint): string => {
  const { requestBody } = paths[path]?.[method.toLowerCase()] ?? {};
  const body = requestBody
    ? resolve(components.schemas, requestBody.content['application/json'].schema)
    : {};
  return fieldsOf(body, true)
    .map(({ name, limits }) =>
      limits === 'required' ? `\`${name}\`` : `\`${name}\` (${limits.replace('optional, ', '')})`,
    )
    .join(', ');
};

test('README.md has a row for each endpoint', () => {
  const { text } = readPage('README.md');
  const rows = text.match(/^\| `[A-Z]+ \/v1\/[^`]*` \|.*$/gm) ?? [];
  const beginnings = apiEndpoints.map(
    (endpoint) => `| \`${routeKey(endpoint)}\` | ${bodyOf(endpoint)} |`,
  );
  expectNothingMissing(
    beginnings
      .filter((beginning) => !rows.some((row) => row.startsWith(beginning)))
      .map((beginning) => `README.md, "At a glance": write the row ${beginning} what it returns |`),
  );
  expect(rows).toHaveLength(apiEndpoints.length);
});

test('the playground has a voice for each endpoint that takes a text', () => {
  const counted = apiEndpoints.filter(({ access }) => access === 'counted').map(({ name }) => name);
  const names = voiceEntries.map(([name]) => name as string);
  expectNothingMissing(
    counted
      .filter((name) => !names.includes(name))
      .map(
        (name) =>
          `lib/site/pages/playground/voices.ts: add ${name}: { label, title, look, facts, work } to voices, at its loudness; then run npm run picture.`,
      ),
  );
  expect(names.filter((name) => !(counted as readonly string[]).includes(name))).toEqual([]);
});

test('the pages that say what Amplify does name each voice', () => {
  const files = [
    ...['README.md', 'package.json', 'lib/site/reference/page.ts'],
    ...['home', 'playground'].map((name) => `lib/site/content/${name}.ts`),
  ];
  expectNothingMissing(
    files.flatMap((file) => {
      const text = readFileSync(path.join(projectRoot, file), 'utf8');
      return voiceEntries
        .filter(([name]) => !new RegExp(`\\b${name}(?:s|e?d)\\b`).test(text))
        .map(([name]) => `${file}: name ${name} where it says what Amplify does`);
    }),
  );
});

test.each(['README.md', 'docs/client.md'])('%s names the largest body', (page) => {
  const named = readPage(page).text.match(/[\d,]+,000 characters/g) ?? [];
  const right = `${maxCharactersText} characters`;
  expectNothingMissing(
    named.filter((text) => text !== right).map((text) => `${page}: write ${right} for ${text}`),
  );
  expect(named).toContain(right);
});
