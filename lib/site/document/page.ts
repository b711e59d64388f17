/** The pages built from the project's Markdown: the guide and the changelog. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Token } from 'marked';
import { placeholder } from '../../../functions/site/placeholders.ts';
import { sitePaths } from '../../settings/site-routes.ts';
import type { Stage } from '../../settings/stages.ts';
import { callSamples, type ExampleKey, type Sample, samplesBlock } from '../code-samples.ts';
import { html } from '../html.ts';
import {
  changeTokens,
  markdown,
  markdownText,
  markupToken,
  splitSections,
  type Tree,
  toAnchor,
  toTree,
} from '../markdown.ts';
import type { Page, Site } from '../page.ts';
import { contentsList, ownLink, part } from '../parts.ts';
import { type SampleCall, sampleLanguages } from '../shared/code.ts';

export const guide = (site: Site): Page => ({
  title: 'Amplify: guide',
  description: 'How to call the API: keys, errors, the quota, and a typed client.',
  ...documentPage(site, guideFile),
});

export const changelog = (site: Site): Page => ({
  title: 'Amplify: changelog',
  description: 'What changed for callers of the API, version by version.',
  ...documentPage(site, 'CHANGELOG.md'),
});

const guideFile = 'docs/client.md';

export const guideMarkdown = (stage: Stage): string => markdownText(readTree(stage, guideFile));

/** @param file - its path from the project's root. */
const documentPage = ({ stage, key }: Site, file: string) => {
  const { introduction, sections } = splitSections(linkPages(readTree(stage, file)));
  return {
    pictured: true,
    style: 'document',
    script: true,
    content: html`
${contentsList(sections.map(({ id, title }) => [id, title]))}
<div class="content">
<div class="prose hero">
${markdown(introduction)}
</div>
${sections.map(({ id, title, content }) =>
  part(id, title, markdown(withSamples(id, key, withOwnLinks(id, content)))),
)}
<output class="hidden" id="status"></output>
</div>
`,
  } as const;
};

/** Reads a file with the stage's values, and without the blocks between comments for another key policy or model. */
const readTree = ({ keys, emphasis, logRetentionDays }: Stage, file: string): Tree => {
  const regions = emphasis.model === 'bedrock' ? emphasis.regions : [];
  const text = readFileSync(join(import.meta.dirname, '../../..', file), 'utf8')
    .replaceAll('http://localhost:3000', placeholder('BASE_URL'))
    .replace("that model's regions", new Intl.ListFormat('en-GB').format(regions))
    .replace(
      "as long as the stage's logs",
      logRetentionDays === 1 ? 'a day' : `${logRetentionDays} days`,
    );
  let only: string = keys.policy;
  return toTree(text).filter(({ type, raw }) => {
    if (type !== 'html') return only === keys.policy || only === emphasis.model;
    const [, word = ''] = raw.split(' ');
    only = word.startsWith('/') ? keys.policy : word;
    return false;
  });
};

/** Turns code that is a path of the site into a link. */
const linkPages = (tree: Tree): Tree =>
  changeTokens(tree, (token) => {
    if (token.type !== 'codespan') return;
    const href: string = token.text;
    const [page] = href.split('#');
    if (!sitePaths.some((path) => path === page)) return;
    const tokens = [markupToken(html`<code>${href}</code>`)];
    Object.assign(token, { type: 'link', href, tokens });
  });

/** Links headings to themselves. Headings of the same name differ by their part. */
const withOwnLinks = (part: string, tree: Tree): Tree =>
  changeTokens(tree, (token) => {
    if (token.type !== 'heading') return;
    const id = `${part}-${toAnchor(token.text)}`;
    Object.assign(token, { id });
    token.tokens?.push(markupToken(ownLink(id, token.text)));
  });

/** The ids of languages by their names in Markdown. */
const languageIds: Readonly<Record<string, string>> = {
  js: 'javascript',
  python: 'python',
  sh: 'sh',
  ts: 'typescript',
};

/** Turns code into samples: a request into a call in each language, JavaScript and the same in Python into one. */
const withSamples = (part: string, key: ExampleKey, tree: Tree): Tree => {
  const groups: { readonly token: Token; readonly samples: Sample[] }[] = [];
  for (const token of tree.filter(({ type }) => type !== 'space')) {
    const samples = readSamples(token, key);
    const last = groups.at(-1)?.samples;
    if (samples[0]?.language === 'python' && last?.[0]?.language === 'javascript') {
      last.push(...samples);
    } else groups.push({ token, samples });
  }
  return groups.map(({ token, samples }, index) =>
    samples.length === 0
      ? token
      : markupToken(samplesBlock(`${part}-${index}`, 'the code', samples)),
  );
};

const readSamples = (token: Token, key: ExampleKey): Sample[] => {
  if (token.type !== 'code') return [];
  if (token.lang === 'http') return callSamples(parseCall(token.text, key));
  const language = languageIds[token.lang];
  const title = sampleLanguages.find(({ id }) => id === language)?.title ?? '';
  return language ? [{ language, title, code: token.text }] : [];
};

/** The call of a request in HTTP's form: method and path, an empty line, and the body. */
const parseCall = (request: string, key: ExampleKey): SampleCall => {
  const [line = '', , body] = request.split('\n');
  return { url: placeholder('BASE_URL') + line.split(' ')[1], key, body };
};
