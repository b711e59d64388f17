/** Reads something repeatedly while the page is visible. */
import { Refused } from './refused.ts';

export interface Watcher<View> {
  readonly read: () => Promise<View>;
  /** @param back - whether the page just became visible again. */
  readonly show: (view: View, back: boolean) => void;
  /** Called if a read failed. It is retried, with growing pauses. */
  readonly fail: (refused: Refused) => void;
  /** The pause before the next read, in milliseconds; at first without a view. Default: 5 s. */
  readonly pauseAfter?: (view?: View) => number;
}

export interface Watch {
  /** Reads now. Earlier reads are no longer shown. */
  readonly refresh: () => Promise<void>;
  /** Stops reading until the next `refresh`. */
  readonly pause: () => void;
  /** Stops for good. */
  readonly stop: () => void;
}

const pace = 5_000;
const slowestPace = 60_000;

/** Reads after a pause, and again and again. */
export const watch = <View>({
  read,
  show,
  fail,
  pauseAfter = () => pace,
}: Watcher<View>): Watch => {
  let asked = 0;
  let failures = 0;
  let next = pauseAfter();
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
      next = pauseAfter(view);
      show(view, back);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      if (mine !== asked) return;
      failures += 1;
      fail(error);
    }
    // Unless another read was started meanwhile, or it was stopped.
    if (mine === asked) timer = setTimeout(refresh, Math.min(next * 2 ** failures, slowestPace));
  };

  const pause = () => {
    clearTimeout(timer);
    asked += 1;
  };

  const comeBack = () => void refresh(true);
  document.addEventListener('visibilitychange', comeBack, { signal });
  addEventListener('focus', comeBack, { signal });
  let timer = setTimeout(refresh, next);

  return {
    refresh: () => refresh(),
    pause,
    stop: () => {
      stopped.abort();
      pause();
    },
  };
};
