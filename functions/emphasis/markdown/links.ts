/** Brackets that make links and images, by CommonMark's rules: a label needs a definition. */
import type { InlineContext, MarkdownConfig } from '@lezer/markdown';

/** The normal form of a label, given without its brackets (CommonMark 0.31.2, section 4.7). */
export const normalLabel = (label: string): string =>
  label.trim().replace(/\s+/g, ' ').toLowerCase().toUpperCase();

/** A bracket that may begin a link or an image. */
interface Opener {
  readonly isImage: boolean;
  readonly from: number;
  readonly to: number;
  /** By this the parser finds it again. */
  readonly delimiter: object;
  /** Whether a link behind it has been found: a link holds no other. */
  spent: boolean;
  /** Whether it has brackets in it: a label has none. */
  holdsBrackets: boolean;
}

/** What makes a link of the brackets before it, in parentheses: a destination, and perhaps a title. */
const destination = /\(\s*(?:<[^<>\n\\]*>|[^\s<()\\][^\s()\\]*(?:\([^\s()\\]*\)[^\s()\\]*)*)?/y;
const title = /"[^"\\]*"|'[^'\\]*'|\([^()\\]*\)/y;

/** What makes a reference of them: another label in brackets, or none. */
const reference = /\[[^[\]\\]*\]/y;

/** Where a pattern ends that begins at a place, if it is there. */
const endOf = (pattern: RegExp, text: string, at: number): number | undefined => {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : undefined;
};

const afterSpace = (text: string, at: number): number => {
  let next = at;
  while (/\s/.test(text.charAt(next))) next += 1;
  return next;
};

const destinationEnd = (text: string, at: number): number | undefined => {
  const to = endOf(destination, text, at);
  if (to === undefined) return undefined;
  const next = afterSpace(text, to);
  const end = afterSpace(text, next > to ? (endOf(title, text, next) ?? next) : next);
  return text[end] === ')' ? end + 1 : undefined;
};

/**
 * Has a parser read links and images by CommonMark's rules. By its own it takes any brackets for a
 * link, whether or not their label is defined.
 *
 * @param labels the defined labels in their normal form.
 */
export const bracketLinks = (labels: ReadonlySet<string>): MarkdownConfig => {
  const openers = new WeakMap<InlineContext, Opener[]>();

  const open = (cx: InlineContext, from: number, to: number): number => {
    const stack = openers.get(cx) ?? [];
    openers.set(cx, stack);
    const delimiter = {};
    stack.push({
      isImage: to - from === 2,
      from,
      to,
      delimiter,
      spent: false,
      holdsBrackets: false,
    });
    return cx.addDelimiter(delimiter, from, to, true, false);
  };

  /** Where the link ends that the brackets from an opener to `at`, the place after them, make, if they do. */
  const linkEnd = (cx: InlineContext, { to, holdsBrackets }: Opener, at: number) => {
    const { text, offset } = cx;
    const direct = destinationEnd(text, at - offset);
    if (direct !== undefined) return offset + direct;
    if (labels.size === 0) return undefined;
    const end = endOf(reference, text, at - offset) ?? at - offset;
    const label = text.slice(at - offset + 1, end - 1);
    const own = holdsBrackets ? '' : text.slice(to - offset, at - 1 - offset);
    const named = label || own;
    return named.length < 1000 && labels.has(normalLabel(named)) ? offset + end : undefined;
  };

  const close = (cx: InlineContext, at: number): number => {
    const stack = openers.get(cx) ?? [];
    const opener = stack.pop();
    const around = stack.at(-1);
    if (around) around.holdsBrackets = true;
    if (opener === undefined || opener.spent) return -1;
    const end = linkEnd(cx, opener, at + 1);
    if (end === undefined) return -1;
    cx.takeContent(cx.findOpeningDelimiter(opener.delimiter) as number);
    if (!opener.isImage) for (const one of stack) one.spent ||= !one.isImage;
    return cx.addElement(cx.elt(opener.isImage ? 'Image' : 'Link', opener.from, end));
  };

  return {
    parseInline: [
      { name: 'Link', parse: (cx, next, at) => (next === 91 ? open(cx, at, at + 1) : -1) },
      {
        name: 'Image',
        parse: (cx, next, at) =>
          next === 33 && cx.char(at + 1) === 91 ? open(cx, at, at + 2) : -1,
      },
      { name: 'LinkEnd', parse: (cx, next, at) => (next === 93 ? close(cx, at) : -1) },
    ],
  };
};
