/** What GitHub's flavour of Markdown takes for more than text, and CommonMark does not. */

/** A stretch of a text. */
interface Stretch {
  readonly from: number;
  readonly to: number;
}

/** What makes a bare URL or an address of what stands between two spaces. */
const AUTOLINK = /www\.|:\/\/|[\w.+-]@\w|mailto:|xmpp:/i;

const autolinks = (lines: string) =>
  [...lines.matchAll(/[^ \t\n]+/g)].filter(([word]) => AUTOLINK.test(word));

/** The box of a task, the label of an alert or of a footnote. */
const BOX = /\[(?:[xX]|[!^][^[\]\n]*)\]/g;

/** A number that begins a line: to some it begins a list, within a paragraph, too. */
const NUMBER = /^[ \t>]*\d+(?=[.)](?!\S))/gm;

/**
 * What of a text is not to be touched. Of bare URLs and addresses it is all that touches them, since
 * renderers differ in where one ends.
 *
 * https://github.github.com/gfm/#autolinks-extension-
 */
export const protectedRanges = (lines: string): readonly Stretch[] =>
  [...autolinks(lines), ...lines.matchAll(BOX), ...lines.matchAll(NUMBER)].map(
    ({ index, 0: found }) => ({ from: index, to: index + found.length }),
  );

/** The paragraphs whose bare URLs have delimiters in them: their offsets. */
export const delimitedUrls = (lines: string): readonly number[] =>
  autolinks(lines)
    .filter(([url]) => /[*`]/.test(url) && !/^\*+[^*`]+\*+[.,;:!?]*$/.test(url))
    .map(({ index }) => lines.lastIndexOf('\n\n', index) + 1);

/**
 * Where footnotes begin. They are shown elsewhere, or not at all.
 *
 * https://docs.github.com/en/get-started/writing-on-github/getting-started-with-writing-and-formatting-on-github/basic-writing-and-formatting-syntax#footnotes
 */
export const footnotes = (lines: string): readonly number[] =>
  [...lines.matchAll(/^[-+*>\d.) \t]*\[\^[^\]\s]*\]:/gm)].map(({ index }) => index);
