/** `npm run verify`: the contract, on the service at `AMPLIFY_URL`. `npm test` does not run this file. */
import { describe } from '@jest/globals';
import type { Description } from '../../lib/openapi/description.ts';
import { type Stage, stageNamed } from '../../lib/settings/stages.ts';
import { newKey } from '../support/service.ts';
import { checks, groups, isFor, testEach } from './checks.ts';
import { type Check, exchange, Unreachable } from './client.ts';

const { AMPLIFY_URL, AMPLIFY_KEY = '', AMPLIFY_MODEL, AMPLIFY_SKIP } = process.env;

const choose = <Name extends string>(variable: string, names: readonly Name[], given: string) => {
  const choice = names.find((name) => name === given);
  if (choice !== undefined) return choice;
  throw new Error(`${variable} must be one of ${names.join(', ')}.`);
};

/** A service's base address, without a slash at its end. */
const baseAddress = (text = ''): string => {
  const url = URL.parse(text);
  const isBase = url && /^https?:$/.test(url.protocol) && !url.search && !url.hash && !url.username;
  if (isBase) return url.href.replace(/\/+$/, '');
  throw new Error('AMPLIFY_URL must be a base address, such as https://api.example.com.');
};

/** Sends a request before the first test. */
const ask = async (path: string, headers = {}) => {
  try {
    return await exchange(url, { method: 'GET', path, headers });
  } catch (error) {
    if (!(error instanceof Unreachable)) throw error;
    throw new Error(`The service can't be reached: ${error.message}`);
  }
};

/** The stage that the service names. */
const findStage = async (): Promise<Stage> => {
  const { status, json } = await ask('/openapi.json');
  const { servers } = (json ?? {}) as Partial<Description>;
  const [, name] = /^Stage ([\w-]+)$/.exec(String(servers?.[0]?.description)) ?? [];
  if (name !== undefined) return stageNamed(name);
  throw new Error(`${url}/openapi.json (${status}) names no stage: is it Amplify?`);
};

/** Refuses a key that is missing or that the stage does not accept, instead of one failure per check. */
const checkKey = async (): Promise<void> => {
  if (AMPLIFY_KEY === '' && stage.keys.policy === 'issued') {
    throw new Error(`The stage ${stage.name} issues keys: put one into AMPLIFY_KEY.`);
  }
  if (AMPLIFY_KEY === '') return;
  const { status } = await ask('/v1/rate-limits', { 'X-API-Key': AMPLIFY_KEY });
  if (status === 401) {
    throw new Error(`${url} does not accept the key: is it one of the stage ${stage.name}?`);
  }
};

const url = baseAddress(AMPLIFY_URL);
const model = AMPLIFY_MODEL
  ? choose('AMPLIFY_MODEL', ['bedrock', 'embedded'], AMPLIFY_MODEL)
  : undefined;
/** The groups to skip, by check. */
const skipped = new Map(
  (AMPLIFY_SKIP?.split(',') ?? [])
    .filter(Boolean)
    .map((name) =>
      choose('AMPLIFY_SKIP', Object.keys(groups) as (keyof typeof groups)[], name.trim()),
    )
    .flatMap((name) => groups[name].map((check: Check) => [check, name] as const)),
);
const stage = await findStage();
await checkKey();

const whyNot = (check: Check): string | undefined => {
  if (skipped.has(check)) return `AMPLIFY_SKIP names ${skipped.get(check)}`;
  return isFor(stage, check) ? undefined : 'the stage has no accounts';
};

/** Of the checks that need a used up window: only the first has to use it up. */
const sharedKey = newKey();

describe(`${url}, stage ${stage.name}`, () => {
  testEach(
    checks,
    ({ slots }) => {
      const key = AMPLIFY_KEY || (slots === 'all' ? sharedKey : newKey());
      return { url, stage, key, model };
    },
    whyNot,
  );
});
