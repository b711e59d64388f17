/** Facts of the code that pages repeat. Each test says what to write where. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { embeddedModelName } from '../../functions/emphasis/embedded-model-name.ts';
import { maxCharactersText } from '../../functions/http/body-size.ts';
import { apiEndpoints, routeKey } from '../../lib/infrastructure/settings/endpoints.ts';
import { voiceNames } from '../../lib/site/pages/playground/request.ts';
import { projectRoot } from '../support/service.ts';
import { readPage } from './pages.ts';

const expectNothingMissing = (missing: readonly string[]) => {
  if (missing.length > 0) throw new Error(missing.join('\n'));
};

test('README.md has a row for each endpoint', () => {
  const { text } = readPage('README.md');
  const rows = text.match(/^\| `[A-Z]+ \/v1\/[^`]*` \|.*$/gm) ?? [];
  const absent = apiEndpoints.filter(
    (endpoint) => !rows.some((row) => row.startsWith(`| \`${routeKey(endpoint)}\` |`)),
  );
  expectNothingMissing(
    absent.map(
      (endpoint) =>
        `README.md, "At a glance": add the row | \`${routeKey(endpoint)}\` | fields of the body | what is answered |`,
    ),
  );
  expect(rows).toHaveLength(apiEndpoints.length);
});

test('the playground has a voice for each endpoint that takes a text', () => {
  const counted = apiEndpoints.filter(({ access }) => access === 'counted').map(({ name }) => name);
  const voices: readonly string[] = voiceNames;
  const page = readFileSync(path.join(projectRoot, 'lib/site/pages/playground.html'), 'utf8');
  expectNothingMissing(
    counted
      .filter((name) => !voices.includes(name) || !page.includes(`name="voice" value="${name}"`))
      .map(
        (name) =>
          `lib/site/pages/playground/request.ts: add '${name}' to voiceNames, at its loudness, and its button to ../playground.html. The compiler names the rest.`,
      ),
  );
  expect(voices.filter((name) => !(counted as readonly string[]).includes(name))).toEqual([]);
});

test.each(['README.md', 'docs/client.md'])('%s names the largest body', (page) => {
  expect(readPage(page).text).toContain(`${maxCharactersText} characters`);
});

test('README.md shows the answer of the embedded model', () => {
  expect(readPage('README.md').text).toContain(`"model":"${embeddedModelName}"`);
});
