/** What is said of a run of checks. */
import type { Target } from './check.ts';
import type { Cost } from './cost.ts';
import type { Finding } from './run-checks.ts';

/** How often each came to pass. */
export interface Total {
  readonly ok: number;
  readonly wrong: number;
  readonly unreached: number;
  readonly throttled: number;
  readonly left_out: number;
}

/** Counts findings. */
export const totalOf = (findings: readonly Finding[]): Total => {
  const count = (wanted: Finding['outcome']) =>
    findings.filter(({ outcome }) => outcome === wanted).length;
  return {
    ok: count('ok'),
    wrong: count('wrong'),
    unreached: count('unreached'),
    throttled: count('throttled'),
    left_out: count('left out'),
  };
};

/**
 * The exit code: 1 where the service is wrong; 3 where AWS rejected requests before they reached it, and 2 where
 * it can't be reached for another reason; else 0.
 */
export const exitCode = ({ wrong, unreached, throttled }: Total): 0 | 1 | 2 | 3 => {
  if (wrong > 0) return 1;
  if (throttled > 0) return 3;
  return unreached > 0 ? 2 : 0;
};

/** What to do about requests that AWS rejects. */
export const throttledAdvice = `AWS rejected requests before they reached the service: Lambda has no capacity left, or a throttle of
API Gateway is too low. A new AWS account runs 10 functions at a time, which these checks exceed. See
  aws lambda get-account-settings --query AccountLimit.ConcurrentExecutions
and request 1,000: docs/operating.md#the-first-deployment.`;

/** Makes findings fit to be shown: without the target's key, and without what a terminal would obey. */
export const presentable = ({ detail, ...finding }: Finding, { key }: Target): Finding => {
  if (detail === undefined) return finding;
  const hidden = key === undefined ? detail : detail.replaceAll(key, '[the key]');
  return { ...finding, detail: hidden.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, escaped) };
};

const escaped = (character: string): string =>
  `\\u{${character.codePointAt(0)?.toString(16).padStart(4, '0')}}`;

const labels: Readonly<Record<Finding['outcome'], string>> = {
  ok: 'ok',
  wrong: 'FAIL',
  unreached: 'not reached',
  throttled: 'throttled',
  'left out': 'left out',
};

/** A finding in a line. */
export const lineOf = ({ name, outcome, detail }: Finding): string => {
  const label = labels[outcome].padEnd(11);
  if (detail === undefined) return `${label}  ${name}`;
  return outcome === 'ok' ? `${label}  ${name} (${detail})` : `${label}  ${name}: ${detail}`;
};

/** All of them in a line. */
export const totalLine = ({ ok, wrong, unreached, throttled, left_out }: Total): string =>
  [
    `${ok} ok`,
    `${wrong} FAIL`,
    unreached > 0 && `${unreached} not reached`,
    throttled > 0 && `${throttled} throttled`,
    left_out > 0 && `${left_out} left out`,
  ]
    .filter(Boolean)
    .join(', ');

const number = (value: number): string => value.toLocaleString('en');

/** What is said before the first check. */
export const costText = (
  { checks, slots, ofWindow, seconds }: Cost,
  { url, stage, key }: Target,
): string => {
  const whose = key === undefined ? 'keys of its own' : 'the key';
  const minutes = Math.ceil(seconds / 60);
  const used =
    slots === 0
      ? 'No slot of a key will be used'
      : `${number(slots)} slots of ${whose} will be used, and some more if a window ends meanwhile`;
  const large =
    ofWindow > 1_000
      ? `\nOf these, ${number(ofWindow)} are for the exact count of a window: --skip quota leaves it out.`
      : '';
  return `${url}, stage ${stage.name}: ${checks} checks, at most ${minutes} min. ${used}.${large}`;
};
