/**
 * A fresh key on its way from the dashboard to the playground: as a message between two windows of this
 * origin, so that it stands in no URL and in no history.
 */

/** The window that the dashboard opens: the same again for a second key. */
const windowName = 'amplify-playground';

/** What the playground says once it can take a key. */
const ready = 'amplify: ready for a key';

/** How long a playground may take to load, in milliseconds. */
const timeout = 30_000;

/** What the dashboard answers. */
interface HandedKey {
  readonly amplifyKey: string;
}

/**
 * Opens the playground, and gives it a key as soon as it is ready.
 *
 * @returns whether a window opened.
 */
export const handOver = (key: string): boolean => {
  const playground = window.open('/playground', windowName);
  if (playground === null) return false;
  const until = new AbortController();
  const give = ({ source, origin, data }: MessageEvent) => {
    if (source !== playground || origin !== location.origin || data !== ready) return;
    until.abort();
    playground.postMessage({ amplifyKey: key } satisfies HandedKey, location.origin);
  };
  addEventListener('message', give, { signal: until.signal });
  setTimeout(() => until.abort(), timeout);
  return true;
};

/** Tells the page that opened this one that a key may come, and takes it. */
export const takeKey = (take: (key: string) => void): void => {
  const { opener } = window;
  if (opener === null) return;
  const receive = ({ source, origin, data }: MessageEvent) => {
    if (source !== opener || origin !== location.origin) return;
    const { amplifyKey } = (data ?? {}) as Partial<HandedKey>;
    if (typeof amplifyKey !== 'string') return;
    removeEventListener('message', receive);
    take(amplifyKey);
  };
  addEventListener('message', receive);
  opener.postMessage(ready, location.origin);
};
