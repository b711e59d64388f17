import { daySeconds, hourSeconds, type Plan } from '../../functions/quota/window.ts';
import { type Stage, stagePlans } from './stages.ts';

/** Whether windows of this length divide a span of the quota table: see `functions/quota/item.ts`. */
export const fitsSpan = (windowSeconds: number): boolean =>
  windowSeconds > hourSeconds
    ? windowSeconds % hourSeconds === 0 && daySeconds % windowSeconds === 0
    : windowSeconds > 0 && hourSeconds % windowSeconds === 0;

/** DynamoDB's limit of writes per second and partition. */
const partitionWrites = 1_000;

/** A string of a header (RFC 9651, section 3.3.3), without escapes. */
const headerString = /^[ !#-[\]-~]+$/;

/**
 * Checks the names, windows and limits of a stage's plans, and the limit of its sign-ups.
 *
 * @throws {RangeError} whose message says which plan must change, and how.
 */
export const checkPlans = (stage: Pick<Stage, 'name' | 'keys' | 'throttle'>): void => {
  const { name: stageName, keys, throttle } = stage;
  const countingKeys = keys.policy === 'demo' ? 1 : keys.accounts.activeKeys;
  const keysAtOnce = keys.policy === 'demo' ? 1 : 2 * countingKeys;
  const signUps = keys.policy === 'issued' ? [{ name: 'signUps', ...keys.accounts.signUps }] : [];
  const names = stagePlans(stage).map(({ name }) => name);
  if (keys.policy === 'issued' && !names.includes(keys.accounts.firstPlan)) {
    throw new RangeError(
      `firstPlan of stage "${stageName}" is "${keys.accounts.firstPlan}": name one of its plans (${names.join(', ')}).`,
    );
  }
  const repeated = names.find((name, index) => names.indexOf(name) !== index);
  if (repeated !== undefined) {
    throw new RangeError(
      `Stage "${stageName}" has two plans named "${repeated}": give each a name of its own.`,
    );
  }
  for (const { name, limit, windowSeconds } of [...stagePlans(stage), ...signUps]) {
    const plan = `Plan "${name}" of stage "${stageName}"`;
    if (!headerString.test(name)) {
      throw new RangeError(`${plan} needs a name of ASCII without quotes, for headers.`);
    }
    if (windowSeconds % 60 !== 0 || !fitsSpan(windowSeconds)) {
      throw new RangeError(
        `${plan} has windows of ${windowSeconds} s. They must be a whole number of minutes that divides an hour, or of hours that divides a day.`,
      );
    }
    const requests = (limit / windowSeconds) * countingKeys;
    if (requests > throttle.requestsPerSecond / 2) {
      const most = Math.floor((throttle.requestsPerSecond * windowSeconds) / 2 / countingKeys);
      throw new RangeError(
        `${plan} allows ${limit} requests in ${windowSeconds} s to each of an account's ${countingKeys} keys: ${Math.ceil(requests)} a second, more than half of the throttle of each endpoint, ${throttle.requestsPerSecond}. Its limit can be at most ${most}.`,
      );
    }
    const writes = (limit / windowSeconds) * keysAtOnce;
    if (writes > partitionWrites) {
      const most = Math.floor((partitionWrites * windowSeconds) / keysAtOnce);
      throw new RangeError(
        `${plan} allows ${limit} requests in ${windowSeconds} s to each of ${keysAtOnce} keys that share a partition of the quota table: ${Math.ceil(writes)} writes a second, of which DynamoDB takes ${partitionWrites}. Its limit can be at most ${most}.`,
      );
    }
  }
};

/** A plan's quota for people, such as "30 requests a minute". */
export const quotaInWords = ({ limit, windowSeconds }: Plan): string => {
  const unit = units.find(({ seconds }) => windowSeconds % seconds === 0);
  const count = windowSeconds / (unit?.seconds ?? 1);
  const window = count === 1 ? unit?.singular : `in ${count} ${unit?.plural}`;
  return `${limit.toLocaleString('en')} requests ${window}`;
};

const units = [
  { singular: 'a day', plural: 'days', seconds: daySeconds },
  { singular: 'an hour', plural: 'hours', seconds: hourSeconds },
  { singular: 'a minute', plural: 'minutes', seconds: 60 },
];
