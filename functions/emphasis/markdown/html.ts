/** An opening tag that was not closed yet. */
export interface Tag {
  readonly name: string;
  readonly start: number;
}

/**
 * Takes a piece of inline HTML, and returns the offset where the element that it ends, if any, began.
 *
 * @param tags the tags that are open, which it changes.
 */
export const elementStart = (tags: Tag[], html: string, start: number): number => {
  const [, slash, written] = /^<(\/?)([A-Za-z][A-Za-z\d-]*)/.exec(html) ?? [];
  const name = written?.toLowerCase();
  if (name === undefined) return start;
  if (slash === '') tags.push({ name, start });
  const opener = tags.findLastIndex((tag) => tag.name === name);
  if (slash === '' || opener < 0) return start;
  const [tag] = tags.splice(opener);
  return tag?.start ?? start;
};
