/** The pages built from the project's Markdown: the guide and the changelog. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Token, Tokens } from 'marked';
import { placeholder } from '../../../functions/site/placeholders.ts';
import { hasPage, sitePaths } from '../../settings/site-routes.ts';
import type { Stage } from '../../settings/stages.ts';
import { type Html, html } from '../html.ts';
import {
  anchorOf,
  changed,
  markdown,
  markupToken,
  sectionsOf,
  type Tree,
  treeOf,
} from '../markdown.ts';
import type { Page, Site } from '../page.ts';
import { contentsList, ownLink, part } from '../reference/parts.ts';
import { samplesBlock } from '../reference/samples.ts';

export const guide = ({ stage }: Site): Page => ({
  title: 'Amplify: guide',
  description: 'How to call the API: keys, errors, the quota, and a typed client.',
  pictured: true,
  style: 'docs',
  script: 'early',
  content: documentContent(stage, 'docs/client.md'),
});

export const changelog = ({ stage }: Site): Page => ({
  title: 'Amplify: changelog',
  description: 'What changed for callers of the API, version by version.',
  pictured: true,
  style: 'docs',
  content: documentContent(stage, 'CHANGELOG.md'),
});

const root = join(import.meta.dirname, '../../..');

/** @param file - its path from the project's root. */
const documentContent = (stage: Stage, file: string): Html => {
  const tree = linkPages(stage, forStage(stage, treeOf(readFileSync(join(root, file), 'utf8'))));
  const { introduction, sections } = sectionsOf(tree);
  return html`
${contentsList(sections.map(({ id, title }) => [id, title]))}
<div class="content">
<div class="hero"><div>
${markdown(introduction)}
</div></div>
${sections.map(({ id, title, content }) => part(id, title, markdown(withSamples(id, withOwnLinks(id, content)))))}
<output class="hidden" id="status"></output>
</div>
`;
};

/**
 * Keeps what holds for the stage: of the blocks between comments, those with its key policy. Samples get its address, and
 * a demo key.
 */
const forStage = ({ keys: { policy } }: Stage, tree: Tree): Tree => {
  let only: string | undefined;
  const kept = tree.filter(({ type, raw }) => {
    const [, end, name] = (type === 'html' && /^<!-- (\/?)(\w+) -->/.exec(raw)) || [];
    if (name !== undefined) only = end ? undefined : name;
    return name === undefined && (only ?? policy) === policy;
  });
  return changed(kept, (token) => {
    if (token.type !== 'code') return;
    const text: string = token.text.replaceAll('http://localhost:3000', placeholder('BASE_URL'));
    token.text = policy === 'demo' ? withDemoKey(text) : text;
  });
};

const withDemoKey = (code: string): string =>
  code
    .replaceAll(/^import os\n|^if \(!process\.env\.AMPLIFY_KEY.*\n/gm, '')
    .replaceAll('$AMPLIFY_KEY', 'my-key')
    .replaceAll(/process\.env\.AMPLIFY_KEY(?: \?\? '')?|os\.environ\["AMPLIFY_KEY"\]/g, '"my-key"');

/** Turns code that is a path of the stage's site into a link. */
const linkPages = (stage: Stage, tree: Tree): Tree =>
  changed(tree, (token) => {
    if (token.type !== 'codespan') return;
    const href = sitePaths.find((path) => path === token.text && hasPage(stage, path));
    const tokens = [markupToken(html`<code>${href}</code>`)];
    if (href) Object.assign(token, { type: 'link', href, tokens });
  });

/** Links headings to themselves. Headings of the same name differ by their part. */
const withOwnLinks = (part: string, tree: Tree): Tree =>
  changed(tree, (token) => {
    if (token.type !== 'heading') return;
    const id = `${part}-${anchorOf(token.text)}`;
    Object.assign(token, { id });
    token.tokens?.push(markupToken(ownLink(id, token.text)));
  });

/** The titles of languages, by their names in Markdown. In lower case, they are the ids of samples. */
const titles: Readonly<Record<string, string>> = {
  sh: 'Shell',
  js: 'JavaScript',
  python: 'Python',
  ts: 'TypeScript',
};

/** Turns code blocks into samples. Those in a row are one call in several languages. */
const withSamples = (part: string, tree: Tree): Tree => {
  const rows: Token[][] = [];
  for (const token of tree.filter(({ type }) => type !== 'space')) {
    const row = rows.at(-1);
    if (row && isSample(token) && isSample(row[0])) row.push(token);
    else rows.push([token]);
  }
  let count = 0;
  return rows.flatMap((row) => {
    if (!isSample(row[0])) return row;
    count += 1;
    const samples = row.filter(isSample).map(({ lang = '', text: code }) => {
      const title = code.startsWith('curl ') ? 'curl' : String(titles[lang]);
      return { language: title.toLowerCase(), title, code };
    });
    return markupToken(samplesBlock(`${part}-${count}`, 'the code', samples));
  });
};

const isSample = (token?: Token): token is Tokens.Code =>
  token?.type === 'code' && Object.hasOwn(titles, token.lang);
