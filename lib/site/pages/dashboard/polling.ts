/** Something that is read again and again, for as long as somebody looks at the page. */
import { Refused } from './refused.ts';

/** What is done with what was read. */
export interface Watcher<View> {
  readonly read: () => Promise<View>;
  /** @param back - whether somebody has just come back to the page. */
  readonly show: (view: View, back: boolean) => void;
  /** Takes why nothing was read. It is tried again, ever more slowly. */
  readonly fail: (refused: Refused) => void;
}

/** Reading that goes on. */
export interface Watch {
  /** Reads now. What was asked for before is not shown any more. */
  readonly refresh: () => Promise<void>;
  /** Reads and shows nothing, until it is told to read again. */
  readonly pause: () => void;
  /** The same, for good. */
  readonly stop: () => void;
}

/** How long it waits before it reads again, in milliseconds. */
const pace = 5_000;
const slowestPace = 60_000;

/** Begins to read. */
export const watch = <View>({ read, show, fail }: Watcher<View>): Watch => {
  let asked = 0;
  let failures = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stopped = new AbortController();
  const { signal } = stopped;

  const refresh = async (back = false): Promise<void> => {
    pause();
    if (signal.aborted || document.visibilityState === 'hidden') return;
    const mine = asked;
    try {
      const view = await read();
      if (mine !== asked) return;
      failures = 0;
      show(view, back);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      if (mine !== asked) return;
      failures += 1;
      fail(error);
    }
    // Unless something else was asked for meanwhile, or it is over.
    if (mine === asked) timer = setTimeout(refresh, Math.min(pace * 2 ** failures, slowestPace));
  };

  const pause = () => {
    clearTimeout(timer);
    asked += 1;
  };

  const comeBack = () => void refresh(true);
  document.addEventListener('visibilitychange', comeBack, { signal });
  addEventListener('focus', comeBack, { signal });
  void refresh();

  return {
    refresh: () => refresh(),
    pause,
    stop: () => {
      stopped.abort();
      pause();
    },
  };
};
