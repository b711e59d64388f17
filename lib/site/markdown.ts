/** Markdown as a tree, and the tree as HTML. */
import { Marked, type Token, type Tokens } from 'marked';
import { type Html, html } from './html.ts';

/** Markdown that was read: blocks, with the parts of each in its `tokens`. */
export type Tree = readonly Token[];

export const markupToken = ({ markup }: Html): Token => ({ type: 'markup', raw: '', markup });

const marked = new Marked({
  extensions: [{ name: 'markup', renderer: ({ markup }) => markup }],
  // Tags within a line are text.
  tokenizer: { tag: () => undefined },
  renderer: {
    html: ({ text }) => html`${text}`.markup,
    codespan({ text }) {
      const isShortName = /[-/]/.test(text) && text.length <= 24;
      return html`<code${isShortName && html` class="name"`}>${text}</code>`.markup;
    },
    /** @throws {Error} if a link leads neither to the web, to an e-mail nor within the site. */
    link({ href, tokens }) {
      if (!/^(?:https:\/|mailto:|[#/])/.test(href))
        throw new Error(`A page may not link to ${href}.`);
      return html`<a href="${href}">${{ markup: this.parser.parseInline(tokens) }}</a>`.markup;
    },
    heading({ tokens, depth, id }: Tokens.Heading & { readonly id?: string }) {
      const content = { markup: this.parser.parseInline(tokens) };
      return html`<h${depth}${id && html` id="${id}"`}>${content}</h${depth}>\n`.markup;
    },
  },
});

export const toTree = (text: string): Tree => withApostrophes(marked.lexer(text));

/** Changes the tokens of a tree in place, at any depth, and returns it. */
export const changeTokens = (tree: Tree, change: (token: Token) => void): Tree => {
  void marked.walkTokens([...tree], change);
  return tree;
};

/** Inserts the apostrophes of the pages. Code has other tokens. */
const withApostrophes = (tree: Tree): Tree =>
  changeTokens(tree, (token) => {
    if (token.type === 'text') token.text = token.text.replace(/(?<=\p{L})'/gu, '’');
  });

/** Renders Markdown. HTML in it is escaped. */
export const markdown = (content: Tree | string): Html => ({
  markup: marked.parser([...(typeof content === 'string' ? toTree(content) : content)]).trim(),
});

/** Renders a line without a paragraph. */
export const markdownLine = (line: string): Html => {
  const tree = withApostrophes(marked.Lexer.lexInline(line, marked.defaults));
  return { markup: marked.Parser.parseInline([...tree], marked.defaults) };
};

export const markdownText = (tree: Tree): string =>
  tree
    .map(({ raw }) => raw)
    .join('')
    .trim();

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
  readonly content: Tree;
}

/** Splits a tree at its headings of the second level. */
export const splitSections = (
  tree: Tree,
): { readonly introduction: Tree; readonly sections: readonly Section[] } => {
  const starts = tree.flatMap((token, index) =>
    token.type === 'heading' && token.depth === 2 ? index : [],
  );
  return {
    introduction: tree.slice(0, starts[0]),
    sections: starts.map((start, index) => {
      const { text: title } = tree[start] as Tokens.Heading;
      return {
        id: toAnchor(title),
        title: title.replaceAll(/[[\]]/g, ''),
        content: tree.slice(start + 1, starts[index + 1]),
      };
    }),
  };
};

/** The id of a heading: the text in brackets, such as a changelog's version, or the whole title. */
export const toAnchor = (title: string): string =>
  (/\[(.+?)\]/.exec(title)?.[1] ?? title).toLowerCase().replaceAll(' ', '-');
