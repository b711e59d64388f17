/**
 * `JSON.stringify` for a value that came out of JSON, however deeply nested: `JSON.parse` reads any
 * depth, but `JSON.stringify` exhausts the stack on what fits well into 10,000 characters.
 */
export const stringify = (root: unknown): string => {
  const pieces: string[] = [];
  /** What is still to be written, the next at the end: a value, or a piece of syntax. */
  const pending: ({ readonly value: unknown } | string)[] = [{ value: root }];

  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (typeof next === 'string') {
      pieces.push(next);
    } else if (Array.isArray(next.value)) {
      pieces.push('[');
      pending.push(
        ']',
        ...next.value
          .flatMap((value) => [',', { value }])
          .slice(1)
          .reverse(),
      );
    } else if (typeof next.value === 'object' && next.value !== null) {
      pieces.push('{');
      const members = Object.entries(next.value).filter(([, value]) => value !== undefined);
      pending.push(
        '}',
        ...members
          .flatMap(([name, value]) => [',', `${JSON.stringify(name)}:`, { value }])
          .slice(1)
          .reverse(),
      );
    } else {
      pieces.push(JSON.stringify(next.value));
    }
  }
  return pieces.join('');
};
