import { spawn, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { HtmlRenderer, Parser } from 'commonmark';
import MarkdownIt from 'markdown-it';
import { Marked } from 'marked';
import { micromark } from 'micromark';
import { gfm, gfmHtml } from 'micromark-extension-gfm';
import { chosenCount, emphasize } from '../../functions/emphasis/bold.ts';
import { candidateWords } from '../../functions/emphasis/words.ts';
import { escapeHtml } from '../../functions/site/placeholders.ts';
import { atEnd, newFolder } from './at-end.ts';

/** Removes the asterisks that a result has in addition to its original. */
function withoutNewAsterisks(result: string, original: string): string {
  let kept = '';
  for (const character of result) {
    if (character !== '*' || original[kept.length] === '*') kept += character;
  }
  return kept;
}

/** The HTML of each renderer. */
const rendered = (text: string): readonly string[] =>
  Object.values(renderers).map((render) => render(text));

/**
 * The faults of a text's results, with some words or all of them bold.
 *
 * @param rank - determines which words come first.
 */
export function wrongAsterisks(
  text: string,
  rank: number,
  ratios: readonly number[],
): readonly string[] {
  const words = candidateWords(text);
  const ranking = words
    .map((_, index) => index)
    .sort((a, b) => ((a ^ rank) % 7) - ((b ^ rank) % 7));
  const names = Object.keys(renderers);
  let originals: readonly string[] | undefined;
  // With few words, several ratios choose the same.
  const counts = new Set(ratios.map((ratio) => chosenCount(words.length, ratio)));
  return [...counts].flatMap((count) => {
    const { result, emphasizedWords } = emphasize(text, words, ranking, count);
    const wrong = (what: string) => `${JSON.stringify(result)}: ${what}`;
    if (emphasizedWords.length !== count) return [wrong(`${emphasizedWords.length}, not ${count}`)];
    if (withoutNewAsterisks(result, text) !== text) return [wrong('more than asterisks')];
    if (result === text) return [];
    originals ??= rendered(text);
    return rendered(result).flatMap((html, renderer) => {
      const fault = wrongBold(originals?.[renderer] ?? '', html, emphasizedWords, {
        apart: count <= words.length / 3,
      });
      return fault ? [wrong(`${names[renderer]}: ${fault}`)] : [];
    });
  });
}

/**
 * The difference between the new bold and the chosen words.
 *
 * @param apart - whether each word is bold by itself. Otherwise adjacent words may be bold together.
 */
const wrongBold = (
  original: string,
  result: string,
  emphasizedWords: readonly string[],
  { apart }: { readonly apart: boolean },
): string | undefined => {
  const pieces = newlyBold(original, result);
  if (typeof pieces === 'string') return pieces;
  const rest = emphasizedWords.map(escapeHtml);
  const isSame = apart
    ? pieces.length === rest.length && pieces.every((piece, index) => piece === rest[index])
    : pieces.every((piece) => {
        let joined = '';
        while (joined.length < piece.length && rest.length > 0) joined += rest.shift();
        return joined === piece;
      }) && rest.length === 0;
  return isSame ? undefined : `in bold are ${JSON.stringify(pieces)}`;
};

const parser = new Parser();
const writer = new HtmlRenderer();
const markdownIt = new MarkdownIt('commonmark', { maxNesting: Number.POSITIVE_INFINITY });
const marked = new Marked({ gfm: true, async: false });
const asWritten = { allowDangerousHtml: true, allowDangerousProtocol: true };
const github = { ...asWritten, extensions: [gfm()], htmlExtensions: [gfmHtml()] };

/** The rest of a text whose front matter GitHub, Jekyll or Hugo has taken. */
const afterFrontMatter = (text: string): string => {
  const lines = text.split('\n');
  const [first = ''] = lines.map((line) => line.trimEnd());
  const ends = { '---': ['---', '...'], '+++': ['+++'] }[first] ?? [];
  const end = lines.findIndex((line, at) => at > 0 && ends.includes(line.trimEnd()));
  return end < 0 ? text : lines.slice(end + 1).join('\n');
};

const hasCmarkGfm = spawnSync('cmark-gfm', ['--version']).status === 0;
const extensions = ['table', 'strikethrough', 'autolink', 'tasklist', 'footnotes'];
const cmarkGfm = `cmark-gfm --unsafe ${extensions.map((name) => `-e ${name}`).join(' ')}`;

/** Starts GitHub's own renderer for each text, by a shell, since Jest's large process takes longer to start one. */
const startCmarkGfm = async () => {
  const folder = await newFolder();
  const [text, html] = [path.join(folder, 'text'), path.join(folder, 'html')];
  spawnSync('mkfifo', [text, html]);
  const script = `while :; do ${cmarkGfm} <"$1" >"$2"; done`;
  const shell = spawn('sh', ['-c', script, 'sh', text, html], { detached: true, stdio: 'ignore' });
  // With the renderer that it has started.
  atEnd(() => process.kill(-Number(shell.pid)));
  return (markdown: string): string => {
    writeFileSync(text, markdown);
    return readFileSync(html, 'utf8');
  };
};

/** Renderers to HTML, by name. */
const renderers: Readonly<Record<string, (text: string) => string>> = {
  'commonmark.js': (text) => writer.render(parser.parse(text)),
  'markdown-it': (text) => markdownIt.render(text),
  'micromark with GFM': (text) => micromark(text, github),
  'a host that takes front matter': (text) => micromark(afterFrontMatter(text), github),
  // Only this one writes an apostrophe as a character reference.
  marked: (text) => String(marked.parse(text)).replaceAll('&#39;', "'"),
  ...(hasCmarkGfm && { 'cmark-gfm': await startCmarkGfm() }),
};

/**
 * The contents of the `<strong>` elements that only one of two HTML texts has, and a remark if they differ in
 * anything else.
 */
function newlyBold(original: string, result: string): readonly string[] | string {
  const bold: string[] = [];
  let content: number | undefined;
  let at = 0;
  const isNew = (tag: string, place: number) =>
    result.startsWith(tag, place) && !original.startsWith(tag, at);
  for (let place = 0; place < result.length; ) {
    if (content === undefined && isNew('<strong>', place)) {
      place += '<strong>'.length;
      content = place;
    } else if (content !== undefined && isNew('</strong>', place)) {
      bold.push(result.slice(content, place));
      place += '</strong>'.length;
      content = undefined;
    } else if (result[place] === original[at]) {
      place += 1;
      at += 1;
    } else return `rendered in another way:\n${original}\n${result}`;
  }
  if (at < original.length || content !== undefined) {
    return `rendered in part:\n${original}\n${result}`;
  }
  return bold;
}
