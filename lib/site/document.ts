/** The pages built from the project's Markdown: the guide and the changelog. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { hasPage, sitePaths } from '../settings/site-routes.ts';
import type { Stage } from '../settings/stages.ts';
import { anchorOf, markdown, sectionsOf } from './reference/markdown.ts';
import { type Html, html } from './reference/markup.ts';
import { contentsList, ownLink, part } from './reference/parts.ts';

const root = join(import.meta.dirname, '../..');

/** A hyphen that keeps a date on one line. */
const nonBreaking = '\u2011';

/** The service's address in the project's Markdown. */
const localAddress = /(?:http:\/\/)?localhost:3000\b/g;

/**
 * A page built from a Markdown file.
 *
 * @param file - its path from the project's root.
 * @param server - the API's base address, which replaces `localhost:3000`.
 */
export const documentPage = (stage: Stage, file: string, server: string): Html => {
  const text = readFileSync(join(root, file), 'utf8').replaceAll(localAddress, server);
  const { introduction, sections } = sectionsOf(text);
  return html`
${contentsList(sections.map(({ id, title }) => [id, title.replace(/(?<=\d)-(?=\d)/g, nonBreaking)]))}
<div class="content">
<div class="hero"><div>
${linked(stage, markdown(introduction))}
</div></div>
${sections.map(({ id, title, text }) => part(id, title, linked(stage, withOwnLinks(id, markdown(text)))))}
</div>
`;
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
