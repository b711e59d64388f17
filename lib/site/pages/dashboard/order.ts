/** The order of keys. */
import type { KeyView } from '../../../../functions/accounts/views.ts';

export interface Placed {
  readonly key: KeyView;
  /** Its part in a pair: a rotated key and its successor, as long as both are active. */
  readonly pair?: 'new' | 'old';
}

/** Whether a key is active, or would be if its account were not suspended. */
export const isLive = ({ status }: KeyView): boolean =>
  status === 'active' || status === 'suspended';

/** How many keys count towards the limit: of a pair only one. */
export const countedKeys = (keys: readonly KeyView[]): number =>
  inOrder(keys).filter(({ key, pair }) => isLive(key) && pair !== 'old').length;

/** Explains rows that don't count: `, one replaced`; empty without any. */
export const replacedText = (keys: readonly KeyView[]): string => {
  const replaced = inOrder(keys).filter(({ pair }) => pair === 'old').length;
  return replaced === 0 ? '' : `, ${replaced === 1 ? 'one' : replaced} replaced`;
};

/**
 * Active keys first, each successor before its predecessor, then ended ones.
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
