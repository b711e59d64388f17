/** Reads the README, the changelog and `docs/`. */
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { projectRoot } from '../support/service.ts';

export interface Page {
  /** Its path from the project's root, e.g. `docs/accounts.md`. */
  readonly path: string;
  readonly text: string;
  readonly headings: readonly Heading[];
  /** The targets of its links and pictures, as written. */
  readonly links: readonly string[];
  /** Inline code and code blocks. */
  readonly code: readonly string[];
}

interface Heading {
  /** The fragment that GitHub gives it. */
  readonly anchor: string;
  readonly level: number;
  /** From 0. */
  readonly line: number;
}

const toAnchor = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}\p{Pc} -]/gu, '')
    .replaceAll(' ', '-');

const codeBlock = /^ *```\w*\n(.*?)^ *```$/gms;

/** Reads a page by its path from the project's root. */
export const readPage = (file: string): Page => {
  const text = readFileSync(path.join(projectRoot, file), 'utf8');
  const blocks = [...text.matchAll(codeBlock)].map(([, code = '']) => code);
  const prose = text.replace(codeBlock, (block) => block.replace(/.+/g, ''));
  const inline = [...prose.matchAll(/(`+)(.+?)\1/gs)].map(([, , code = '']) => code);
  const links = prose.replace(/(`+).+?\1/gs, '').matchAll(/\]\(([^)]+)\)|(?:src|href)="([^"]*)"/g);
  return {
    path: file,
    text,
    headings: prose.split('\n').flatMap((content, line) => {
      const [, signs = '', heading = ''] = /^(#+) (.*)$/.exec(content) ?? [];
      return signs === '' ? [] : { anchor: toAnchor(heading), level: signs.length, line };
    }),
    links: [...links].map(([, target, url = '']) => target ?? url),
    code: [...inline, ...blocks],
  };
};

export const pages: readonly Page[] = [
  'README.md',
  'CHANGELOG.md',
  ...globSync('docs/*.md', { cwd: projectRoot }),
].map(readPage);

/** @throws {Error} without such a heading. */
export const section = ({ path: file, text, headings }: Page, anchor: string): string => {
  const index = headings.findIndex((heading) => heading.anchor === anchor);
  const start = headings[index];
  if (start === undefined) throw new Error(`${file} has no heading #${anchor}.`);
  const end = headings.slice(index + 1).find(({ level }) => level <= start.level);
  return text
    .split('\n')
    .slice(start.line + 1, end?.line)
    .join('\n')
    .trim();
};

/**
 * Checks what a page says.
 *
 * @param place - a page, or the content below a heading, such as `docs/cost.md#prices`.
 * @param says - whether the text says one of the `wanted`; default: word for word.
 * @throws {Error} a few lines, with the place and the first of what it lacks.
 */
export const expectOn = (
  place: string,
  wanted: readonly string[],
  says = (text: string, part: string) => text.includes(part),
): void => {
  const [file = '', anchor] = place.split('#');
  const page = readPage(file);
  const text = anchor === undefined ? page.text : section(page, anchor);
  const lacking = wanted.filter((part) => !says(text, part));
  if (lacking.length === 0) return;
  const lines = lacking.length > 4 ? [...lacking.slice(0, 3), '…'] : lacking;
  const error = new Error([`${place} lacks:`, ...lines].join('\n').replace(/\n{2,}/g, '\n'));
  // Jest shows the caller's line.
  Error.captureStackTrace(error, expectOn);
  throw error;
};

/** The cells of all tables, by row. */
export const tableRows = ({ text }: Pick<Page, 'text'>): readonly (readonly string[])[] =>
  [...text.matchAll(/^\| *(.*?) *\|$/gm)].map(([, cells = '']) => cells.split(/ *\| */));
