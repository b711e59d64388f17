/** Renders the Markdown of the description, the guide and the changelog. */
import { micromark } from 'micromark';
import { gfm, gfmHtml } from 'micromark-extension-gfm';
import type { Html } from './html.ts';

/** Half of the texts occur at several endpoints, and nearly all in several stages. */
const rendered = new Map<string, string>();

const options = { extensions: [gfm()], htmlExtensions: [gfmHtml()] };

/** Outside code, the apostrophes of the pages. */
const withApostrophes = (markup: string): string =>
  markup.replace(/<code.*?<\/code>|(?<=\p{L})'/gsu, (match) => (match === "'" ? '’' : match));

const render = (text: string): string => {
  const markup = rendered.get(text) ?? withApostrophes(micromark(text, options));
  rendered.set(text, markup);
  return markup;
};

/**
 * Renders Markdown. HTML in it is escaped, and links lead to the web or within the site (micromark's defaults).
 */
export const markdown = (text: string): Html => ({ markup: render(text) });

/** Renders a line without a paragraph. */
export const markdownLine = (line: string): Html => ({
  markup: render(line).replace(/^<p>|<\/p>$/g, ''),
});

/** Splits a text into its first sentence and the rest, which may be empty. */
export const firstSentence = (text: string): readonly [first: string, rest: string] => {
  const end = /\.(?=\s|$)/.exec(text);
  const length = end === null ? text.length : end.index + 1;
  return [text.slice(0, length), text.slice(length).trim()];
};

/** The content below a heading. */
export interface Section {
  /** The fragment of a link to it. */
  readonly id: string;
  readonly title: string;
  readonly text: string;
}

/** Splits a text at its headings of the second level. */
export const sectionsOf = (
  text: string,
): { readonly introduction: string; readonly sections: readonly Section[] } => {
  const [introduction = '', ...parts] = text.split(/^## /m);
  return {
    introduction: introduction.trim(),
    sections: parts.map((part) => {
      const [title = '', ...lines] = part.split('\n');
      return {
        id: anchorOf(title),
        title: title.replaceAll(/[[\]]/g, ''),
        text: lines.join('\n').trim(),
      };
    }),
  };
};

/** The id of a heading: the text in brackets, such as a changelog's version, or the whole title. */
export const anchorOf = (title: string): string =>
  (/\[(.+?)\]/.exec(title)?.[1] ?? title).toLowerCase().replaceAll(' ', '-');
