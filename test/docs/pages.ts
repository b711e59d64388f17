/** Reads the README, the changelog and `docs/`. */
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type Node, Parser } from 'commonmark';
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
  readonly text: string;
  /** The fragment that GitHub gives it. */
  readonly anchor: string;
  readonly level: number;
  /** From 0. */
  readonly line: number;
}

const parser = new Parser();

const nodesOf = (root: Node): readonly Node[] => {
  const walker = root.walker();
  const nodes: Node[] = [];
  for (let event = walker.next(); event; event = walker.next()) {
    if (event.entering) nodes.push(event.node);
  }
  return nodes;
};

const headingOf = (node: Node): Heading => {
  const text = nodesOf(node)
    .map(({ literal }) => literal ?? '')
    .join('');
  return {
    text,
    anchor: text
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\p{M}\p{Pc} -]/gu, '')
      .replaceAll(' ', '-'),
    level: node.level,
    line: node.sourcepos[0][0] - 1,
  };
};

/** Reads a page by its path from the project's root. */
export const readPage = (file: string): Page => {
  const text = readFileSync(path.join(projectRoot, file), 'utf8');
  const nodes = nodesOf(parser.parse(text));
  const literals = (...types: readonly Node['type'][]) =>
    nodes.filter(({ type }) => types.includes(type)).map(({ literal }) => literal ?? '');
  return {
    path: file,
    text,
    headings: nodes.filter(({ type }) => type === 'heading').map(headingOf),
    links: [
      ...nodes.flatMap(({ destination }) => destination ?? []),
      ...literals('html_block', 'html_inline').flatMap((html) =>
        [...html.matchAll(/(?:src|href)="([^"]*)"/g)].map(([, url = '']) => url),
      ),
    ],
    code: literals('code', 'code_block'),
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
