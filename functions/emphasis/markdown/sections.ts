/** Dividing a Markdown text at blank lines, and leaving out what may contain blank lines itself. */

/** A line, without its line end. */
export interface Line {
  /** Offset of its first UTF-16 code unit in the text. */
  readonly from: number;
  readonly text: string;
}

/** Fenced code or HTML: a block that may contain blank lines. */
interface LongBlock {
  readonly indentation: string;
  /** Says whether a line is the block's last; nothing where renderers may disagree. */
  readonly isEnd: (line: string) => boolean | undefined;
}

/** Indentation, and what looks like the markers of quotes and list items. */
const lineStart = /^([ \t]*)((?:(?:>|[-+*]|\d{1,9}[.)])[ \t]*)*)/;
const codeFence = /^(?:`{3,}(?=[^`]*$)|~{3,})/;
const longHtmlBlock = /^<(?:[!?]|(?:script|pre|style|textarea)(?![a-z\d-]))/i;
const oneLineComment = /^<!--.*-->/;
/** What renderers replace, or a line of markers with what is white space to some renderers only. */
const ambiguous = /\0|^[-:|=*_`~#+>. \t\d)]*(?![ \t])[\p{Cc}\s][-:|=*_`~#+>.\p{Cc}\s\d)]*$/u;

/**
 * Yields the sections of a text: runs of lines without a blank line, fenced code or an HTML comment among
 * them. Stops where renderers may disagree on how far such a block goes.
 */
export function* sections(text: string): Generator<readonly Line[]> {
  let section: Line[] = [];
  let block: LongBlock | undefined;
  let isAfterBlank = true;
  /** Whether a quote or list item may have an open block. An unindented line after a blank one ends them. */
  let isHidden = false;
  for (const line of readLines(text)) {
    const [start, indentation = '', markers = ''] = lineStart.exec(line.text) as RegExpExecArray;
    const content = line.text.slice(start.length);
    const isBlank = markers === '' && content === '';
    if (block) {
      if (!isBlank && !line.text.startsWith(block.indentation)) return;
      const isEnd = block.isEnd(line.text);
      if (isEnd === undefined) return;
      if (isEnd) block = undefined;
    } else if (isBlank) {
      if (!isHidden) yield section;
      if (mayContinue(section)) return;
      section = [];
    } else {
      if (isAfterBlank && indentation === '') isHidden = false;
      block = blockOpenedBy(indentation, content);
      if (ambiguous.test(content)) {
        if (/```|~~~|</.test(content)) return;
        section = [];
        isHidden = true;
      } else if (block) {
        if (!isHidden) yield section;
        if (mayContinue(section) || mayContain(section)) return;
        section = [];
        isHidden ||= markers !== '' || (indentation.length > 3 && !isAfterBlank);
        if (markers !== '') block = undefined;
      } else section.push(line);
    }
    isAfterBlank = isBlank;
  }
  if (!isHidden) yield section;
}

function* readLines(text: string): Generator<Line> {
  let from = 0;
  for (const { index, 0: lineEnd } of text.matchAll(/\r\n?|\n|$/g)) {
    yield { from, text: text.slice(from, index) };
    from = index + lineEnd.length;
  }
}

const blockOpenedBy = (indentation: string, content: string): LongBlock | undefined => {
  const [fence] = codeFence.exec(content) ?? [];
  if (fence !== undefined) {
    const isEnd = (line: string) => {
      const run = line.trim();
      if (!run.startsWith(fence) || run !== fence.charAt(0).repeat(run.length)) return false;
      const end = indentation + run;
      return (line.startsWith(end) && /^ *$/.test(line.slice(end.length))) || undefined;
    };
    return { indentation, isEnd };
  }
  if (!longHtmlBlock.test(content) || oneLineComment.test(content)) return undefined;
  const isComment = content.startsWith('<!--');
  return { indentation, isEnd: (line) => (isComment ? line.includes('-->') : undefined) };
};

const lineContent = ({ text }: Line): string => text.replace(lineStart, '');
const joinLines = (section: readonly Line[]): string => section.map(({ text }) => text).join('\n');

/** Whether marked may look for the rest of a section's last tag or link title after a blank line. */
const mayContinue = (section: readonly Line[]): boolean => {
  const source = joinLines(section);
  const isTagOpen = /^[ \t]*<\/?[a-z]/im.test(source.slice(source.lastIndexOf('>') + 1));
  const isTitleOpen =
    source.split('"').length % 2 === 0 || source.lastIndexOf('(') > source.lastIndexOf(')');
  const mayDefine =
    source.includes(']:') && section.some((line) => lineContent(line).startsWith('['));
  return isTagOpen || (isTitleOpen && mayDefine);
};

/** Whether a block after a section may be part of its HTML block or link definition. */
const mayContain = (section: readonly Line[]): boolean =>
  section.some((line) => /^<[a-z/]/i.test(lineContent(line))) ||
  /\]:[ \t]*$/.test(section.at(-1)?.text ?? '');
