/** Finds the regular expressions in a source file. */
import { parse } from '@babel/parser';

export interface Regex {
  readonly source: string;
  readonly flags: string;
  /** Its first line, from 1. */
  readonly line: number;
}

interface Token {
  readonly type: { readonly label?: string };
  readonly value: unknown;
  readonly loc: { readonly start: { readonly line: number } };
}

/**
 * Finds literals and calls that create regular expressions.
 *
 * @throws {SyntaxError} if the code is not TypeScript.
 */
export const findRegexes = (code: string) => {
  const file = parse(code, { sourceType: 'module', plugins: ['typescript'], tokens: true });
  const tokens = file.tokens as readonly Token[];
  const labelAt = (index: number) => tokens[index]?.type.label ?? '';
  const regexes: Regex[] = [];
  /** The lines that create one from a string, by `RegExp` or by a string method. */
  const constructed: number[] = [];
  for (const [index, { value, loc }] of tokens.entries()) {
    const { line } = loc.start;
    if (labelAt(index) === 'regexp') {
      const { pattern, flags } = value as { readonly pattern: string; readonly flags: string };
      regexes.push({ source: pattern, flags, line });
    }
    if (labelAt(index) !== 'name' || labelAt(index + 1) !== '(') continue;
    const hasString = /^(?:string|template|`)/.test(labelAt(index + 2));
    const converts = ['match', 'matchAll', 'search'].includes(String(value)) && hasString;
    if (value === 'RegExp' || converts) constructed.push(line);
  }
  return { regexes, constructed };
};
