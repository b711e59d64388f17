/**
 * What the quota promises, whatever is lost on the wire to DynamoDB: never one request too many, no more
 * slots lost than attempts that DynamoDB did not confirm, and no 429 that it did not say.
 */
import { afterEach, beforeAll, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { keyHash } from '../../functions/keys/hash.ts';
import { type Plan, windowAt } from '../../functions/quota/window.ts';
import { startDatabase } from '../database.ts';
import { type Fault, unconfirmed } from '../dynamodb-wire.ts';
import {
  buildFailingShout,
  type FailingShout,
  failingText,
  startFailingShout,
} from '../failing-shout.ts';
import { newKey, post } from './client.ts';

/** The slots of a key. */
const limit = 5;

/** Windows of an hour are counted by their own counter, longer ones by the sum of their hours. */
const plans = [3_600, 86_400].map((windowSeconds) => ({ name: 'test', limit, windowSeconds }));

/** What becomes of calls, one after the other. */
type Faults = (Fault | undefined)[];

/** One of the servers. */
interface Server extends FailingShout {
  /** What becomes of its calls of DynamoDB, by the hash of the key that they are for. */
  readonly faults: Map<string, { readonly take: Faults; readonly return: Faults }>;
}

let servers: readonly Server[] = [];
let database: string;
let code: string;

beforeAll(async () => {
  [database, code] = await Promise.all([startDatabase(), buildFailingShout()]);
});

const startServers = async (plan: Plan): Promise<void> => {
  const start = async (): Promise<Server> => {
    const server = await startFailingShout(code, database, plan);
    const faults: Server['faults'] = new Map();
    server.wire.fault = ({ slot }) => slot && faults.get(slot.partition)?.[slot.change].shift();
    return { ...server, faults };
  };
  servers = await Promise.all([start(), start(), start()]);
};

afterEach(async () => {
  await Promise.all(servers.map(({ close }) => close()));
});

const bodies = { good: { text: 'a' }, invalid: {}, failing: { text: failingText } };
type Kind = keyof typeof bodies;

/** What a server is sent with a key, and what becomes of its calls of DynamoDB. */
interface Lane {
  readonly requests: readonly Kind[];
  /** How many requests are sent at a time. */
  readonly atOnce: number;
  readonly take: Faults;
  readonly return: Faults;
}

const faults = (...more: readonly Fault[]): fc.Arbitrary<Faults> => {
  const quick = fc.constantFrom<Fault>(
    'reset',
    'lose answer',
    { status: 500, type: 'InternalServerError' },
    { status: 500, type: 'InternalServerError', applied: true },
    ...more,
  );
  /** The caller has to give up. */
  const slow = fc.constantFrom<Fault>('hang', 'late answer', 'late call');
  return fc.array(
    fc.oneof(
      { arbitrary: fc.constant(undefined), weight: 10 },
      { arbitrary: quick, weight: 5 },
      { arbitrary: slow, weight: 1 },
    ),
    { maxLength: 10 },
  );
};

const lane: fc.Arbitrary<Lane> = fc.record({
  requests: fc.array(fc.constantFrom<Kind>('good', 'invalid', 'failing'), { maxLength: 6 }),
  atOnce: fc.constantFrom(1, 3),
  take: faults('twice'),
  return: faults(),
});

/** Sends a request, and gives its status. Expects that no 429 comes of the server's own accord. */
const send = async ({ url, wire }: Server, key: string, kind: Kind): Promise<number> => {
  const { status } = await post(url, '/v1/shout', key, bodies[kind]);
  const wasRefused = wire.traffic.some(
    ({ slot, outcome, confirmed }) =>
      slot?.partition === keyHash(key) &&
      slot.change === 'take' &&
      outcome === 'refused' &&
      confirmed,
  );
  if (status === 429) expect(wasRefused).toBe(true);
  return status;
};

/** Sends a lane's requests. Gives the statuses. */
const drive = async (server: Server, key: string, lane: Lane): Promise<number[]> => {
  const faults = { take: [...lane.take], return: [...lane.return] };
  server.faults.set(keyHash(key), faults);
  const queue = [...lane.requests];
  const statuses: number[] = [];
  const sendNext = async () => {
    for (let kind = queue.shift(); kind; kind = queue.shift()) {
      statuses.push(await send(server, key, kind));
    }
  };
  await Promise.all(Array.from({ length: lane.atOnce }, sendNext));
  return statuses;
};

/** Sends good requests, and spoils no call, until the server says that no slot is left. */
const exhaust = async (server: Server, key: string): Promise<number[]> => {
  server.faults.delete(keyHash(key));
  const statuses: number[] = [];
  while (statuses.at(-1) !== 429) statuses.push(await send(server, key, 'good'));
  return statuses;
};

/**
 * Runs a key's lanes at the same time, a server each, and looks at what became of its window: with another key
 * where that ended meanwhile.
 */
const run = async (plan: Plan, lanes: readonly Lane[]): Promise<void> => {
  const key = newKey();
  const { start } = windowAt(plan, Date.now());
  const settled = () => Promise.all(servers.map(({ wire }) => wire.settled()));
  const sent = await Promise.all(
    servers.map((server, index) => drive(server, key, lanes[index] as Lane)),
  );
  await settled();
  const exhausted = await Promise.all(servers.map((server) => exhaust(server, key)));
  await settled();
  if (windowAt(plan, Date.now()).start !== start) return run(plan, lanes);

  const statuses = [...sent, ...exhausted].flat();
  const passed = statuses.filter((status) => status === 200 || status === 422).length;
  const failed = statuses.filter((status) => status === 500).length;
  const traffic = servers
    .flatMap(({ wire }) => wire.traffic)
    .filter(({ slot }) => slot?.partition === keyHash(key));
  const takes = traffic.filter(({ slot }) => slot?.change === 'take');
  const returns = traffic.filter(({ slot }) => slot?.change === 'return');

  expect(new Set([...statuses, 200, 422, 429, 500, 503]).size).toBe(5);
  expect(passed).toBeLessThanOrEqual(limit);
  const lost = servers.reduce((sum, { wire }) => sum + unconfirmed(wire, keyHash(key)), 0);
  expect(passed).toBeGreaterThanOrEqual(limit - lost);
  // DynamoDB refuses nothing while there is a slot.
  expect(takes.filter(({ outcome }) => outcome === 'done').length).toBeGreaterThanOrEqual(limit);
  // A request that failed returned its slot, and sent that once.
  expect(returns).toHaveLength(failed);
};

test.each(plans)(
  'in windows of $windowSeconds s never one too many, no slot lost without a cause, no 429 that DynamoDB did not say',
  async (plan) => {
    await startServers(plan);
    const schedules = fc.array(fc.array(lane, { minLength: 3, maxLength: 3 }), {
      minLength: 4,
      maxLength: 4,
    });
    await fc.assert(
      fc.asyncProperty(schedules, async (keys) => {
        for (const outcome of await Promise.allSettled(keys.map((lanes) => run(plan, lanes)))) {
          if (outcome.status === 'rejected') throw outcome.reason;
        }
      }),
      { numRuns: 4, endOnFailure: true },
    );
  },
  180_000,
);
