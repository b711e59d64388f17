/**
 * The templates in a text, which Jekyll (Liquid), Hugo, Handlebars, ERB and the like, and ICU's MessageFormat read
 * before Markdown: bold names in them break a build.
 */

/** In parentheses, so that a split keeps it. */
const emptyLine = /((?:\r\n|\n|\r(?!\n))[ \t]*[\r\n])/;
/** Before openers, which may overlap, and the beginning of ICU's `{name, word, …}` or `{name, word}`. */
const openers =
  /(?=(\{\{<?|\{%|<%|\$\{|\{\s*[\w.-]+\s*,\s*(?:\w+\s*,|(?:number|date|time|spellout|ordinal|duration)\s*\})))/g;

/** The closers of each opener, the likeliest first. */
const closers: Readonly<Record<string, readonly string[]>> = {
  '{{<': ['>}}', '}}'],
  '{{': ['}}'],
  '{%': ['%}'],
  '<%': ['%>'],
  '${': ['}'],
};

/** Yields where each template begins and ends: at its first closer. Without one before an empty line it is text. */
export function* templates(text: string): Generator<readonly [from: number, to: number]> {
  let from = 0;
  for (const block of text.split(emptyLine)) {
    for (const [start, end] of findTemplates(block)) yield [from + start, from + end];
    from += block.length;
  }
}

function* findTemplates(block: string): Generator<readonly [from: number, to: number]> {
  const last = new Map(
    ['>}}', '}}', '%}', '%>', '}'].map((closer) => [closer, block.lastIndexOf(closer)]),
  );
  let braces: ReadonlyMap<number, number> | undefined;
  let to = 0;
  for (const { index, 1: opener = '' } of block.matchAll(openers)) {
    if (index < to) continue;
    const content = index + opener.length;
    const closer = closers[opener]?.find((candidate) => content <= (last.get(candidate) ?? -1));
    if (closer) to = block.indexOf(closer, content) + closer.length;
    else if (!closers[opener]) {
      braces ??= balancedBraces(block);
      to = braces.get(index) ?? to;
    }
    if (to > index) yield [index, to];
  }
}

/** For each brace that is closed, the offset after its closing one. */
const balancedBraces = (text: string): ReadonlyMap<number, number> => {
  const open: number[] = [];
  const ends = new Map<number, number>();
  for (const { index, 0: brace } of text.matchAll(/[{}]/g)) {
    const opening = brace === '{' ? void open.push(index) : open.pop();
    if (opening !== undefined) ends.set(opening, index + 1);
  }
  return ends;
};
