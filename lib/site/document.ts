/** The pages built from the project's Markdown: the guide and the changelog. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { hasPage, sitePaths } from '../settings/site-routes.ts';
import type { Stage } from '../settings/stages.ts';
import { type Html, html } from './html.ts';
import { anchorOf, markdown, sectionsOf } from './markdown.ts';
import { contentsList, ownLink, part } from './reference/parts.ts';
import { samplesBlock } from './reference/samples.ts';

const root = join(import.meta.dirname, '../..');

/** The titles of languages, by their names in Markdown. In lower case, they are the ids of samples. */
const titles: Readonly<Record<string, string>> = {
  sh: 'Shell',
  js: 'JavaScript',
  python: 'Python',
  ts: 'TypeScript',
};

/**
 * A page built from a Markdown file.
 *
 * @param file - its path from the project's root.
 * @param server - the API's base address, which replaces `http://localhost:3000`.
 */
export const documentPage = (stage: Stage, file: string, server: string): Html => {
  const text = forStage(stage, readFileSync(join(root, file), 'utf8'));
  const { introduction, sections } = sectionsOf(text.replaceAll('http://localhost:3000', server));
  return html`
${contentsList(sections.map(({ id, title }) => [id, title]))}
<div class="content">
<div class="hero"><div>
${linked(stage, markdown(introduction))}
</div></div>
${sections.map(({ id, title, text }) => part(id, title, linked(stage, withSamples(id, withOwnLinks(id, markdown(text))))))}
<output class="hidden" id="said"></output>
</div>
`;
};

/**
 * Keeps what holds for the stage: of the texts between comments, those with its key policy. A demo key is in the code
 * itself.
 */
const forStage = ({ keys: { policy } }: Stage, text: string): string => {
  const kept = text.replace(/<!-- (\w+) -->\n(.*?)<!-- \/\1 -->\n+/gs, (_, other, content) =>
    other === policy ? content : '',
  );
  if (policy !== 'demo') return kept;
  return kept
    .replaceAll(/^import os\n|^if \(!process\.env\.AMPLIFY_KEY.*\n/gm, '')
    .replaceAll('$AMPLIFY_KEY', 'my-key')
    .replaceAll(/process\.env\.AMPLIFY_KEY(?: \?\? '')?|os\.environ\["AMPLIFY_KEY"\]/g, '"my-key"');
};

/** Turns code blocks into samples. Those in a row are one call in several languages. */
const withSamples = (part: string, { markup }: Html): Html => {
  let count = 0;
  const block = /<pre><code class="language-(sh|js|python|ts)">(.*?)\n<\/code><\/pre>\n?/gs;
  return {
    markup: markup.replaceAll(new RegExp(`(?:${block.source})+`, 'gs'), (row) => {
      const samples = [...row.matchAll(block)].map(([, name = '', code = '']) => {
        const title = code.startsWith('curl ') ? 'curl' : String(titles[name]);
        return { language: title.toLowerCase(), title, code: { markup: code } };
      });
      count += 1;
      return samplesBlock(`${part}-${count}`, 'the code', samples).markup;
    }),
  };
};

/** Turns code that is a path of the stage's site into a link. */
const linked = (stage: Stage, { markup }: Html): Html => ({
  markup: markup.replace(/<code>(\/[\w./-]*)<\/code>/g, (code, path: string) =>
    sitePaths.some((known) => known === path && hasPage(stage, known))
      ? `<a href="${path}">${code}</a>`
      : code,
  ),
});

/** Links headings to themselves. Headings of the same name differ by their part. */
const withOwnLinks = (part: string, { markup }: Html): Html => ({
  markup: markup.replace(/<h3>(.*?)<\/h3>/g, (_, title: string) => {
    const id = `${part}-${anchorOf(title)}`;
    return html`<h3 id="${id}">${{ markup: title }}${ownLink(id, title)}</h3>`.markup;
  }),
});
