/** The `detail` of an error in words; undefined if it has none. */
export const detailOf = (body: unknown): string | undefined => {
  const { detail } = (body ?? {}) as { detail?: string | readonly { readonly msg: string }[] };
  return typeof detail === 'string' ? detail : detail?.map(({ msg }) => `${msg}.`).join(' ');
};

/** A text as JSON; undefined if it is not JSON. */
export const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};
