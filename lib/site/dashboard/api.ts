/** The account's endpoints as the page calls them. */
import type {
  AccountView,
  FreshKey,
  KeyView,
  RotatedKey,
} from '../../../functions/accounts/responses.ts';
import type { UsageView } from '../../../functions/endpoints/usage/usage-view.ts';
import { accountTimeoutSeconds } from '../../settings/sign-in-settings.ts';
import { type NoResponse, parseJson, readDetail, send } from '../shared/call.ts';

/** A request that was refused, or whose outcome is not known. Its message is the reason, for people. */
export class CallFailed extends Error {
  /** Absent without a complete answer. */
  readonly status: number | undefined;
  /** Whether it is certain that nothing was done. */
  readonly certain: boolean;

  constructor(message: string, status?: number, certain = status !== undefined && status < 500) {
    super(message);
    this.status = status;
    this.certain = certain;
  }

  /** Whether the session has ended, or the account is deleted. */
  get isEnd(): boolean {
    return this.status === 401 || this.status === 410;
  }
}

/** The calls of a signed-in caller. Each rejects with `CallFailed`. */
export interface Api {
  /** Creates the account if there is none, and updates its address. */
  readonly open: () => Promise<AccountView>;
  readonly read: () => Promise<AccountView>;
  readonly usage: () => Promise<UsageView>;
  readonly remove: () => Promise<void>;
  readonly create: (name: string, days: number | null) => Promise<FreshKey>;
  readonly rename: (id: string, name: string) => Promise<KeyView>;
  readonly rotate: (id: string, graceSeconds: number) => Promise<RotatedKey>;
  readonly revoke: (id: string) => Promise<KeyView>;
}

/** How long to wait for a response, in milliseconds: longer than a function may run. */
const timeout = (accountTimeoutSeconds + 3) * 1_000;

export const createApi = (token: string): Api => {
  const call = async <Body>(method: string, path: string, body?: unknown): Promise<Body> => {
    const { status, text } = await send(
      `/account${path}`,
      {
        method,
        headers: {
          Authorization: `Bearer ${token}`,
          ...(body !== undefined && { 'Content-Type': 'application/json' }),
        },
        body: body === undefined ? null : JSON.stringify(body),
        cache: 'no-store',
        credentials: 'omit',
      },
      timeout,
    ).catch(({ message, unsent }: NoResponse) => {
      throw new CallFailed(`${message} Your keys keep working.`, undefined, unsent);
    });
    // A response from a proxy may not be JSON.
    const read = parseJson(text) as Body;
    if (status >= 300) throw new CallFailed(failureReason(status, read), status);
    if (read !== undefined || status === 204) return read;
    throw new CallFailed('The response can’t be read. Your keys keep working. Reload the page.');
  };
  const keyPath = (id: string) => `/keys/${encodeURIComponent(id)}`;
  return {
    open: () => call('PUT', ''),
    read: () => call('GET', ''),
    usage: () => call('GET', '/usage'),
    remove: () => call('DELETE', ''),
    create: (name, days) => call('POST', '/keys', { name, expires_in_days: days }),
    rename: (id, name) => call('PATCH', keyPath(id), { name }),
    rotate: (id, graceSeconds) =>
      call('POST', `${keyPath(id)}/rotate`, { grace_seconds: graceSeconds }),
    revoke: (id) => call('DELETE', keyPath(id)),
  };
};

const failureReason = (status: number, answer: unknown): string => {
  if (status >= 500) {
    return `The service failed (${status}). Your keys keep working. Try again soon.`;
  }
  const otherwise =
    status === 429
      ? 'Too many requests at once. Try again in a moment.'
      : `That was refused (${status}). Sign out, and sign in again.`;
  return readDetail(answer) ?? otherwise;
};
