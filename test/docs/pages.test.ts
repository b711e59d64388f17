/** Links, names and commands in the pages are correct. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { expect, test } from '@jest/globals';
import { generateKey } from '../../functions/keys/format.ts';
import type { Plan } from '../../functions/quota/window.ts';
import { overQuotaDetail } from '../../functions/request/access.ts';
import { localCredentials } from '../../lib/local/developer-credentials.ts';
import { defaultStage, stageNamed, stagePlans } from '../../lib/settings/stages.ts';
import manifest from '../../package.json' with { type: 'json' };
import { connect } from '../support/account-tables.ts';
import { runTool } from '../support/operator-tool.ts';
import { programEnvironment, projectRoot, runNode } from '../support/service.ts';
import { expectOn, pages, readPage } from './pages.ts';

const readme = readPage('README.md');

/** Whether a link's file and heading exist. */
const leads = (from: string, link: string): boolean => {
  const [file = '', anchor] = link.split('#');
  const target = file === '' ? from : path.join(path.dirname(from), file);
  if (!existsSync(path.join(projectRoot, target))) return false;
  return anchor === undefined || readPage(target).headings.some((entry) => entry.anchor === anchor);
};

test.each(pages)('the links of $path have targets', ({ path: page, links }) => {
  const inside = links.filter((link) => !/^https?:/.test(link));
  expect(inside.filter((link) => !leads(page, link))).toEqual([]);
});

test('programs name existing sections', () => {
  const sources = globSync('{bin,lib,functions}/**/*.ts', { cwd: projectRoot });
  const named = sources.flatMap(
    (file) =>
      readFileSync(path.join(projectRoot, file), 'utf8').match(
        /(?<![/\w>-])(?:docs\/)?[\w-]+\.md(?:#[\w-]+)?(?!#?\$)/g,
      ) ?? [],
  );
  expect(named).toContain('docs/accounts.md#restore-accounts');
  expect(named.filter((link) => !leads('README.md', link))).toEqual([]);
});

test('the README has at most 150 lines', () => {
  expect(readme.text.split('\n').length).toBeLessThanOrEqual(150);
});

test('the README links to every page', () => {
  const linkedPages = pages.map(({ path: page }) => page).filter((page) => page !== 'README.md');
  expectOn('README.md', linkedPages, (_, page) => readme.links.includes(page));
});

test('the README shows a 429 as it is, and the quota', () => {
  const [plan] = stagePlans(stageNamed(defaultStage));
  const detail = overQuotaDetail({ plan: plan as Plan, resetsInSeconds: 41 });
  const { limit } = plan as Plan;
  expectOn('README.md', [
    `After ${limit} calls in a minute:`,
    `Retry-After: 41\n\n${JSON.stringify({ detail })}\n`,
    `${limit} a minute on the demo plan`,
  ]);
});

test('shells can run the blocks of commands as they are pasted: zsh takes no comments', () => {
  const blocks = pages.flatMap(({ text }) => [...text.matchAll(/^ *```sh\n(.*?)^ *```$/gms)]);
  expect(blocks).not.toEqual([]);
  const lines = blocks.flatMap(([, code = '']) => code.split('\n'));
  expect(lines.filter((line) => /(?:^|\s)#/.test(line))).toEqual([]);
});

/** The words of each command that begins like this, without these first ones. */
const commandsWith = (start: string): readonly (readonly string[])[] => {
  const code = pages.flatMap((page) => page.code).join('\n');
  const pattern = new RegExp(`(?:^|[\\s(])${start} ((?:"(?:\\\\.|[^"])*"|[^|&;)\\n"])+)`, 'gm');
  const lines = [...code.replaceAll('\\\n', ' ').matchAll(pattern)].map(([, line]) => line);
  return [...new Set(lines)].map((line) =>
    (line?.match(/"(?:\\.|[^"])*"|\S+/g) ?? []).map((word) => word.replaceAll('"', '')),
  );
};

const nowhere = 'http://127.0.0.1:9';
const account = '3fK9abcDEF0';
const meant = { ID: account, $account: account, KEY: `${account}-0123abcd`, PLAN: 'free' };

test('our programs take the commands of the pages', async () => {
  Object.assign(process.env, localCredentials);
  process.env.AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER = nowhere;
  for (const [script = '', , ...words] of commandsWith('npm run(?: --silent)?')) {
    expect(Object.keys(manifest.scripts)).toContain(script);
    const args = words.map((word) => meant[word as keyof typeof meant] ?? word);
    if (script === 'accounts') {
      const client = connect(nowhere, { maxAttempts: 1 });
      const { stderr } = await runTool(client, args, generateKey('prod', account));
      // It only fails because nobody answers.
      expect([args, stderr]).toEqual([args, expect.stringMatching(/^$|^\w+ does not answer/)]);
    } else if (script === 'fit') {
      expect((await runNode(['bin/fit.ts', ...args])).stderr).toContain('ENOENT');
    } else {
      expect([script, args]).toEqual([script, []]);
    }
  }
});

test('the CDK and our app take the commands of the pages, each for a stage', async () => {
  const registry = path.join(projectRoot, 'node_modules/aws-cdk/lib/cli/cli-type-registry.json');
  const { globalOptions, commands } = JSON.parse(readFileSync(registry, 'utf8'));
  const contexts = new Set<string>();
  for (const [name = '', ...args] of commandsWith('npx cdk')) {
    const known = { ...globalOptions, ...commands[name].options };
    const options = Object.keys(known).map((option) => {
      const { type, alias } = known[option];
      const value = { type: type === 'boolean' ? type : 'string', multiple: type === 'array' };
      return [option, alias?.length === 1 ? { ...value, short: alias } : value];
    });
    const config = { args, options: Object.fromEntries(options), allowNegative: true };
    const { context = [] } = parseArgs(config).values as { readonly context?: readonly string[] };
    // Without one, it would be for the default stage. To bootstrap, a region is enough.
    expect(`${name} ${context}`).toMatch(/\b(?:stage|deployer)=|^bootstrap /);
    contexts.add(JSON.stringify(Object.fromEntries(context.map((pair) => pair.split('=')))));
  }
  for (const context of contexts) {
    const given = { draft: 'true', ...JSON.parse(context), 'aws:cdk:bundling-stacks': [] };
    const env = { ...programEnvironment(), CDK_CONTEXT_JSON: JSON.stringify(given) };
    expect(await runNode(['bin/app.ts'], { env })).toMatchObject({ status: 0 });
  }
});

/** The versions of the changelog, the newest first. */
const entries = readPage('CHANGELOG.md').text.split(/^## /m).slice(1);

test('the newest entry is the version in package.json', () => {
  expectOn('CHANGELOG.md', [`the entry ${manifest.version}, first`], () =>
    String(entries[0]).startsWith(`[${manifest.version}]`),
  );
});

test('each entry lists its changes by kind, breaking ones first', () => {
  const kinds = ['Breaking', 'Added', 'Changed', 'Deprecated', 'Removed', 'Fixed', 'Security'];
  for (const entry of entries) {
    const named = [...entry.matchAll(/^### (.*)/gm)].map(([, kind = '']) => kind);
    const ordered = kinds.filter((kind) => named.includes(kind));
    const form =
      /^\[\d+\.\d+\.\d+\](?: - \d{4}-\d\d-\d\d)?\n(?:.*\n)*?(?:### \w+\n\n(?:- .+\n)+\n?)+$/;
    const wanted = `${entry.split('\n', 1)}, and below it lists: ${ordered.join(', ')}`;
    expectOn('CHANGELOG.md', [wanted], () => form.test(entry) && `${named}` === `${ordered}`);
  }
});
