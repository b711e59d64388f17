/**
 * Hands a new key from the dashboard to the playground, by a message between two windows of this origin, so
 * that it is in no URL and no history.
 */

/** The same window for each key. */
const windowName = 'amplify-playground';

/** The playground's message that it can take a key. */
const ready = 'amplify: ready for a key';

/** How long a playground may take to load, in milliseconds. */
const timeout = 30_000;

/** The dashboard's answer. */
interface HandedKey {
  readonly amplifyKey: string;
}

/**
 * Opens the playground, and sends it a key as soon as it is ready.
 *
 * @returns whether a window opened.
 */
export const handOver = (key: string): boolean => {
  const playground = window.open('/playground', windowName);
  if (playground === null) return false;
  const give = ({ source, origin, data }: MessageEvent) => {
    if (source !== playground || origin !== location.origin || data !== ready) return;
    removeEventListener('message', give);
    playground.postMessage({ amplifyKey: key } satisfies HandedKey, location.origin);
  };
  addEventListener('message', give, { signal: AbortSignal.timeout(timeout) });
  return true;
};

/** Tells the opener that this page is ready, and takes a key. */
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
