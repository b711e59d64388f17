/** The order in which keys are shown. */
import type { KeyView } from '../../../../functions/accounts/views.ts';

/** A key, and where it stands. */
export interface Placed {
  readonly key: KeyView;
  /** Which of a pair it is: of a key that was just rotated, and the one that still works until it ends. */
  readonly pair?: 'new' | 'old';
}

/** Whether a key is accepted, or will be once its account is no longer suspended. */
export const isLive = ({ status }: KeyView): boolean =>
  status === 'active' || status === 'suspended';

/** How many keys count against an account's limit: all that live, but of a pair only one. */
export const countedKeys = (keys: readonly KeyView[]): number =>
  inOrder(keys).filter(({ key, pair }) => isLive(key) && pair !== 'old').length;

/**
 * Those that live first, each rotated one before the one that it replaces, then those that have ended.
 *
 * @param keys - the newest first.
 */
export const inOrder = (keys: readonly KeyView[]): readonly Placed[] => {
  const live = new Map(keys.filter(isLive).map((key) => [key.id, key]));
  const placed = [...live.values()].flatMap((key): readonly Placed[] => {
    if (live.has(String(key.successor))) return [];
    const old = live.get(String(key.predecessor));
    return old
      ? [
          { key, pair: 'new' },
          { key: old, pair: 'old' },
        ]
      : [{ key }];
  });
  return [...placed, ...keys.filter((key) => !isLive(key)).map((key) => ({ key }))];
};
