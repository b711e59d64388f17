/** A first call with a key, for callers without any. */

import type { AccountView } from '../../../../functions/accounts/views.ts';
import type { RateLimitsResponse } from '../../../../functions/endpoints/rate-limits/endpoint.ts';
import { callApi } from '../call.ts';
import { copyButton } from '../copy.ts';
import { type Call, curlLine } from '../curl.ts';
import { parsed } from '../json.ts';
import { isLive } from './order.ts';
import { watch } from './polling.ts';
import { Refused } from './refused.ts';
import { part } from './template.ts';
import { clock } from './times.ts';

/** How long to wait for a first call, and the longest pause between two reads, in milliseconds. */
const patience = 120_000;
const longestPause = 4_000;

/** The first call that the page suggests, or sends itself. */
export const firstCall = {
  method: 'POST',
  path: '/v1/scream',
  body: JSON.stringify({ text: 'it works', intensity: 3 }),
} as const;

export const firstCallLine = (key: Call['key']): string => {
  const { path, body } = firstCall;
  return curlLine({ url: new URL(path, location.href).href, key, body });
};

/**
 * Waits for the first call with a new key by reading its quota, which uses no slot and has the API's throttle.
 *
 * @param wasUsed - whether the key was ever used, also in an earlier window or while the page was hidden.
 * @param tell - gets the outcome, unless the wait is stopped.
 * @returns a function that stops it. The key is then forgotten.
 */
export const awaitFirstCall = (
  key: string,
  wasUsed: () => Promise<boolean>,
  tell: (outcome: string) => void,
): (() => void) => {
  let isOver = false;
  const stop = () => {
    isOver = true;
    clearTimeout(timer);
    watched.stop();
    removeEventListener('pagehide', stop);
  };
  const finish = (outcome: string) => {
    if (isOver) return;
    stop();
    tell(outcome);
  };
  const checkUse = async (): Promise<boolean | undefined> => {
    const used = await wasUsed().catch(() => undefined);
    if (used) finish('Your first request arrived.');
    return used;
  };
  const watched = watch<RateLimitsResponse>({
    read: async () => {
      const call = { method: 'GET', path: '/v1/rate-limits', key, body: undefined };
      const answer = await callApi(call).catch(() => undefined);
      if (answer?.status !== 200) throw new Refused();
      return parsed(answer.text) as RateLimitsResponse;
    },
    show: ({ limit, requests_remaining: left }, back) => {
      if (left < limit) finish(`Your first request arrived at ${clock(Date.now())}.`);
      else if (back) void checkUse();
    },
    fail: () => {},
    // Also just before a window ends: its calls are not in the next one.
    pauseAfter: (view) => {
      const rest = (view?.resets_in_seconds ?? Number.POSITIVE_INFINITY) - 1;
      return Math.min(longestPause, Math.max(1, rest) * 1_000);
    },
  });
  const timer = setTimeout(async () => {
    const isUnused = (await checkUse()) === false;
    finish(isUnused ? 'No request arrived within two minutes.' : 'No longer waiting.');
  }, patience);
  addEventListener('pagehide', stop);
  return stop;
};

/**
 * @returns a function that shows it instead of the charts, for a key's id, or for all keys if the id is empty.
 */
export const createFirstCall = (
  section: HTMLElement,
): ((account: AccountView, id: string) => void) => {
  const line = part(section, '#first-curl');
  line.textContent = firstCallLine({ variable: 'AMPLIFY_KEY' });
  copyButton(part<HTMLButtonElement>(section, '#copy-first-curl'), {
    name: 'the curl line',
    text: () => String(line.textContent),
    select: () => getSelection()?.selectAllChildren(line),
    say: (message) => {
      part(section, '#first-status').textContent = message;
    },
  });
  return ({ keys }, id) => {
    const key = keys.find((candidate) => candidate.id === id);
    part(section, '#first-key').textContent = key ? `${key.start}…` : 'a key';
    part(section, '#first-how').hidden = !keys.some(isLive);
  };
};
