/** What `JSON.parse` does not say of a text that should be JSON (RFC 8259): its depth, and where its fault is. */

/**
 * Whether brackets and braces outside strings are nested deeper than `limit` levels. The text need not be JSON: each
 * closing bracket or brace closes the one that was opened last.
 */
export const isNestedDeeper = (text: string, limit: number): boolean => {
  let depth = 0;
  for (const [token] of text.matchAll(bracketOrString)) {
    if (token === '[' || token === '{') depth += 1;
    else if (token === ']' || token === '}') depth -= 1;
    if (depth > limit) return true;
  }
  return false;
};

const bracketOrString = /[[\]{}]|"(?:[^"\\]|\\.)*"?/gs;

/** Why a text is not accepted as JSON. */
export interface JsonFault {
  /** In code points from the start. */
  readonly offset: number;
  /** In the words of Python's `json` module, which FastAPI's clients know. */
  readonly error: string;
}

export const nestedTooDeeply: JsonFault = { offset: 0, error: 'Nested too deeply' };

/**
 * A member named `__proto__`, or one named `constructor` with a member `prototype`. The parser rejects both, but of
 * members with the same name it sees only the last.
 */
export const forbiddenMember: JsonFault = { offset: 0, error: 'Forbidden member name' };

const whitespace = /[ \t\n\r]*/y;
// biome-ignore lint/suspicious/noControlCharactersInRegex: the characters that JSON forbids in strings
const openString = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[\dA-Fa-f]{4}))*/y;
const literal = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;

/**
 * The first fault of a text that is not JSON; `undefined` for JSON. The errors of `JSON.parse` only sometimes have the
 * position, and they quote the text. This function does not recurse, so no nesting can exhaust the call stack.
 */
export const jsonFault = (text: string): JsonFault | undefined => {
  const open: string[] = [];
  let at = 0;

  const skip = (token: RegExp): boolean => {
    token.lastIndex = at;
    const isMatch = token.test(text);
    if (isMatch) at = token.lastIndex;
    return isMatch;
  };
  const fault = (error: string, index = at): JsonFault => ({
    offset: [...text.slice(0, index)].length,
    error,
  });
  const readString = (): JsonFault | undefined => {
    const start = at;
    skip(openString);
    const rest = text.slice(at, at + 2);
    if (rest === '' || rest === '\\') return fault('Unterminated string starting at', start);
    if (rest === '\\u') return fault('Invalid \\uXXXX escape', at + 1);
    if (rest[0] === '\\') return fault('Invalid \\escape');
    if (text[at] !== '"') return fault('Invalid control character at');
    at += 1;
    return undefined;
  };
  const readMemberName = (): JsonFault | undefined => {
    skip(whitespace);
    if (text[at] !== '"') return fault('Expecting property name enclosed in double quotes');
    const broken = readString();
    if (broken) return broken;
    skip(whitespace);
    if (text[at] !== ':') return fault("Expecting ':' delimiter");
    at += 1;
    return undefined;
  };

  for (;;) {
    skip(whitespace);
    const opener = text[at];
    if (opener === '{' || opener === '[') {
      const close = opener === '{' ? '}' : ']';
      at += 1;
      skip(whitespace);
      if (text[at] !== close) {
        open.push(close);
        const broken = close === '}' && readMemberName();
        if (broken) return broken;
        continue;
      }
      at += 1;
    } else if (opener === '"') {
      const broken = readString();
      if (broken) return broken;
    } else if (!skip(literal)) {
      return fault('Expecting value');
    }

    skip(whitespace);
    while (open.length > 0 && text[at] === open.at(-1)) {
      open.pop();
      at += 1;
      skip(whitespace);
    }
    if (open.length === 0) return at < text.length ? fault('Extra data') : undefined;
    if (text[at] !== ',') return fault("Expecting ',' delimiter");
    at += 1;
    const broken = open.at(-1) === '}' && readMemberName();
    if (broken) return broken;
  }
};
