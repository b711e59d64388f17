import type { OperatorAccounts } from './operator-accounts.ts';
import { addressOf } from './print.ts';

/** The addresses of accounts by their ids: of those that have one, and could be read. */
export interface Addresses {
  readonly addresses: ReadonlyMap<string, string>;
  /** Said where the accounts could not be read. */
  readonly warning?: string;
}

/** Reads the addresses of some accounts, if that is possible. */
export const addressesOf = async (
  ids: readonly string[],
  { find, list }: Pick<OperatorAccounts, 'find' | 'list'>,
  explain: (error: unknown) => string,
): Promise<Addresses> => {
  const wanted = new Set(ids);
  const addresses = new Map<string, string>();
  const [id] = wanted;
  if (id === undefined) return { addresses };
  try {
    for (const account of wanted.size === 1 ? [await find(id)] : await list()) {
      const address = addressOf(account);
      if (address !== null) addresses.set(account.id, address);
    }
    return { addresses };
  } catch (error) {
    return { addresses, warning: `Ids stand in place of addresses. ${explain(error)}` };
  }
};
