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

const anchorOf = (heading: string): string =>
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
      return signs === '' ? [] : { anchor: anchorOf(heading), level: signs.length, line };
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

/** The content below a heading; empty without such a heading. */
export const section = ({ text, headings }: Page, anchor: string): string => {
  const index = headings.findIndex((heading) => heading.anchor === anchor);
  const start = headings[index];
  if (start === undefined) return '';
  const end = headings.slice(index + 1).find(({ level }) => level <= start.level);
  return text
    .split('\n')
    .slice(start.line + 1, end?.line)
    .join('\n')
    .trim();
};

/** The cells of all tables, by row. */
export const tableRows = ({ text }: Page): readonly (readonly string[])[] =>
  [...text.matchAll(/^\| *(.*?) *\|$/gm)].map(([, cells = '']) => cells.split(/ *\| */));
