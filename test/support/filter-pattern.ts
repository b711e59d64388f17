/** CloudWatch's filter patterns for logs in JSON, as far as the template uses them. */
import { expect } from '@jest/globals';

/** A comparison of a field with a string, in which `*` is any text, or with a regular expression. */
const comparison = /\$\.([\w.]+) (!?=) ("[^"]*"|%[^%]*%)/g;

/** A field of a line, such as `record.status`; `undefined` if it has none. */
export const fieldOf = (line: object, path: string): unknown =>
  path.split('.').reduce<unknown>((part, name) => (part as Record<string, unknown>)?.[name], line);

/** The fields that a pattern names. */
export const fieldsOf = (pattern: string): readonly string[] =>
  [...pattern.matchAll(comparison)].map(([, path = '']) => path);

/**
 * Whether a pattern counts a line. A field that the line lacks equals nothing and differs from nothing.
 *
 * https://docs.aws.amazon.com/AmazonCloudWatch/latest/logs/FilterAndPatternSyntax.html
 */
export const counts = (pattern: string, line: object): boolean => {
  if (pattern === '') return true;
  const holds = (path: string, operator: string, operand: string): boolean => {
    const value = fieldOf(line, path);
    if (typeof value !== 'string') return false;
    const text = operand.slice(1, -1);
    const literal = text.replace(/[$/{}+.]/g, '\\$&').replaceAll('*', '.*');
    const found = new RegExp(operand.startsWith('%') ? text : `^${literal}$`).test(value);
    return (operator === '=') === found;
  };
  const expression = pattern.replace(comparison, (_, path, operator, operand) =>
    String(holds(path, operator, operand)),
  );
  expect(expression).toMatch(/^\{(?:true|false|&&|\|\||[ ()])+\}$/);
  return new Function(`return (${expression.slice(1, -1)})`)();
};
