/**
 * Whether brackets and braces are nested deeper in a text than `limit` levels.
 *
 * Those in strings do not count. The text need not be JSON: what opens counts until something closes.
 * It reads each character at most once, and keeps no stack.
 */
export const isNestedDeeper = (text: string, limit: number): boolean => {
  let depth = 0;
  let inString = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (inString) {
      if (character === '\\') at += 1;
      else if (character === '"') inString = false;
    } else if (character === '"') {
      inString = true;
    } else if (character === '[' || character === '{') {
      depth += 1;
      if (depth > limit) return true;
    } else if (character === ']' || character === '}') {
      depth -= 1;
    }
  }
  return false;
};
