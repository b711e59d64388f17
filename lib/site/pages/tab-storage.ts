/**
 * What is kept until the tab is closed. Where the browser keeps nothing (it may be told so, and then even to
 * ask is an error), it is kept until the page is left.
 */
const onPage = new Map<string, string>();

/** Reads what is kept under a name. */
export const kept = (name: string): string | null => {
  try {
    return sessionStorage.getItem(name);
  } catch {
    return onPage.get(name) ?? null;
  }
};

/** Keeps a text under a name. */
export const keep = (name: string, text: string): void => {
  try {
    sessionStorage.setItem(name, text);
  } catch {
    onPage.set(name, text);
  }
};
