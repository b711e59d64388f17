import { detailOf } from '../json.ts';

/** A request that was not done. */
export class Refused extends Error {
  /** Absent without a complete answer. */
  readonly status: number | undefined;
  /** The answer's message. */
  readonly detail: string | undefined;
  /** In seconds. */
  readonly retryAfter: number | undefined;
  /** Whether nothing was sent, because the browser was offline. */
  readonly unsent: boolean;

  constructor(response?: Response, answer?: unknown, unsent = false) {
    super('Refused');
    this.unsent = unsent;
    this.status = response?.ok ? undefined : response?.status;
    this.detail = detailOf(answer);
    this.retryAfter = Number(response?.headers.get('Retry-After')) || undefined;
  }

  /** Whether it is certain that nothing was done. */
  get certain(): boolean {
    return this.status !== undefined && this.status < 500;
  }
}

/** The reason for people. */
export const reason = ({ status, detail, unsent }: Refused): string => {
  if (unsent) return 'You are offline: nothing was sent. Your keys keep working.';
  if (status === undefined) return 'No response came. Your keys keep working. Try again soon.';
  if (status >= 500) return 'The service does not respond. Your keys keep working. Try again soon.';
  if (detail !== undefined) return detail;
  return status === 429
    ? 'Too many requests at once. Try again in a moment.'
    : 'That did not work. Sign out, and sign in again.';
};
