/** The account's endpoints as the page calls them. */

import type {
  AccountView,
  FreshKey,
  KeyView,
  RotatedKey,
} from '../../../../functions/accounts/views.ts';
import type { UsageView } from '../../../../functions/endpoints/usage/usage-view.ts';
import { accountTimeoutSeconds } from '../../../settings/sign-in.ts';
import { Refused } from './refused.ts';

/** The calls of a signed-in caller. Each rejects with `Refused`. */
export interface Api {
  /** Creates the account if there is none, and updates its address. */
  readonly open: () => Promise<AccountView>;
  readonly read: () => Promise<AccountView>;
  readonly remove: () => Promise<void>;
  readonly create: (name: string, days: number | null) => Promise<FreshKey>;
  readonly rename: (id: string, name: string) => Promise<KeyView>;
  readonly rotate: (id: string, graceSeconds: number) => Promise<RotatedKey>;
  readonly revoke: (id: string) => Promise<KeyView>;
  /** @param query - such as `?from=2026-11-21T00:00:00.000Z`; empty for the last 24 hours. */
  readonly usage: (query: string) => Promise<UsageView>;
}

/** How long to wait for an answer, in milliseconds: longer than a function may run. */
const timeout = (accountTimeoutSeconds + 3) * 1_000;

export const createApi = (token: string): Api => {
  const call = async <Answer>(method: string, path: string, body?: unknown): Promise<Answer> => {
    const { onLine = true } = navigator as { readonly onLine?: boolean };
    const response = await fetch(`/account${path}`, {
      method,
      headers: {
        Authorization: `Bearer ${token}`,
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      cache: 'no-store',
      credentials: 'omit',
      signal: AbortSignal.timeout(timeout),
    }).catch(() => undefined);
    if (response === undefined) throw new Refused(undefined, undefined, !onLine);
    // An answer that was cut off or comes from a proxy may not be JSON.
    const answer = (await response.json().catch(() => undefined)) as Answer;
    if (response.ok && (answer !== undefined || response.status === 204)) return answer;
    throw new Refused(response, answer);
  };
  const ofKey = (id: string) => `/keys/${encodeURIComponent(id)}`;
  return {
    open: () => call('PUT', ''),
    read: () => call('GET', ''),
    remove: () => call('DELETE', ''),
    create: (name, days) => call('POST', '/keys', { name, expires_in_days: days }),
    rename: (id, name) => call('PATCH', ofKey(id), { name }),
    rotate: (id, graceSeconds) =>
      call('POST', `${ofKey(id)}/rotate`, { grace_seconds: graceSeconds }),
    revoke: (id) => call('DELETE', ofKey(id)),
    usage: (query) => call('GET', `/usage${query}`),
  };
};
