/** Finds the regular expressions in a source file. */
import { parse } from '@babel/parser';
import babelTraverse, { type NodePath } from '@babel/traverse';

export interface Regex {
  readonly source: string;
  readonly flags: string;
  /** Its first line, from 1. */
  readonly line: number;
}

export interface Found {
  readonly regexes: readonly Regex[];
  /** The lines with regular expressions whose source is not constant. */
  readonly hidden: readonly number[];
}

// The package is CommonJS: its `module.exports` has the real default export.
const { default: traverse } = babelTraverse;

/** The string methods that convert a string to a regular expression. */
const converting = ['match', 'matchAll', 'search'];

/**
 * Finds literals, and regular expressions from constant strings, by `RegExp` or by a string method. Any other use of
 * `RegExp` as a value is hidden.
 *
 * @throws {SyntaxError} if the code is not TypeScript.
 */
export const findRegexes = (code: string): Found => {
  const regexes: Regex[] = [];
  const hidden: number[] = [];

  /** Adds a regular expression by its source and flags; hidden unless both are constant strings. */
  const take = (given: readonly NodePath[], line: number): void => {
    const values = given.map((path) => path.evaluate());
    if (values.every(({ confident, value }) => confident && typeof value === 'string')) {
      const [source = '(?:)', flags = ''] = values.map(({ value }) => value);
      regexes.push({ source, flags, line });
    } else {
      hidden.push(line);
    }
  };

  traverse(parse(code, { sourceType: 'module', plugins: ['typescript'] }), {
    RegExpLiteral: (path) => {
      const { pattern, flags } = path.node;
      regexes.push({ source: pattern, flags, line: lineOf(path) });
    },
    Identifier: (path) => {
      const { node, parentPath: parent } = path;
      if (node.name === 'compile' && path.key === 'property') hidden.push(lineOf(path));
      if (node.name !== 'RegExp' || parent === null || isType(parent)) return;
      if (parent.isBinaryExpression({ operator: 'instanceof' })) return;
      if ((parent.isNewExpression() || parent.isCallExpression()) && path.key === 'callee') {
        take([parent.get('arguments')].flat(), lineOf(path));
      } else {
        hidden.push(lineOf(path));
      }
    },
    StringLiteral: (path) => {
      if (path.node.value === 'RegExp' && path.key === 'property') hidden.push(lineOf(path));
    },
    MemberExpression: (path) => takeConverted(path),
    OptionalMemberExpression: (path) => takeConverted(path),
  });

  function takeConverted({ node, key, parentPath: call }: NodePath): void {
    const method = 'property' in node ? node.property : undefined;
    if (method?.type !== 'Identifier' || !converting.includes(method.name)) return;
    if (key !== 'callee' || call === null) return;
    const [pattern] = [call.get('arguments')].flat();
    if (typeof pattern?.evaluate().value === 'string') take([pattern], lineOf(call));
  }

  return { regexes, hidden };
};

const lineOf = ({ node }: NodePath): number => node.loc?.start.line ?? 0;

const isType = (path: NodePath): boolean => path.isTSType() || path.isTSEntityName();
