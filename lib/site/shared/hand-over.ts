/**
 * Hands a new key from the dashboard to the playground: in a property of the dashboard's window, which the window that it
 * opens reads and deletes. So the key is in no URL, no history and no storage.
 */
declare global {
  interface Window {
    handedKey?: string;
  }
}

/** How long a playground may take to load, in milliseconds. */
const timeout = 30_000;

/**
 * Opens the playground with a key, in the same window each time.
 *
 * @returns whether a window opened.
 */
export const handOver = (key: string): boolean => {
  window.handedKey = key;
  const opened = window.open('/', 'amplify-playground') !== null;
  const forget = () => {
    if (window.handedKey === key) delete window.handedKey;
  };
  if (opened) setTimeout(forget, timeout);
  else forget();
  return opened;
};

/** Takes the key that the page's opener hands over, if there is one. */
export const takeKey = (): string | undefined => {
  try {
    const { opener } = window;
    const key = opener?.handedKey;
    delete opener?.handedKey;
    return key;
  } catch {
    // A page of another origin.
    return undefined;
  }
};
