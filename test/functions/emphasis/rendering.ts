/** The Markdown renderers. */
import { spawn, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { HtmlRenderer, Parser } from 'commonmark';
import MarkdownIt from 'markdown-it';
import { Marked } from 'marked';
import { micromark } from 'micromark';
import { gfm, gfmHtml } from 'micromark-extension-gfm';
import { atEnd, newFolder } from '../../support/at-end.ts';

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
export const renderers: Readonly<Record<string, (text: string) => string>> = {
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
export function newlyBold(original: string, result: string): readonly string[] | string {
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
