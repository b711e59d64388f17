/**
 * The quota's guarantees, whatever is lost on the wire to DynamoDB: no request too many, no more lost slots than
 * unconfirmed attempts, and no 429 without a refusal by DynamoDB.
 */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { keyHash } from '../../functions/keys/hash.ts';
import { windowAt } from '../../functions/quota/window.ts';
import { startDatabase } from '../support/database.ts';
import { type Fault, unconfirmed } from '../support/dynamodb-wire.ts';
import {
  buildFailingShout,
  type FailingShout,
  failingText,
  startFailingShout,
} from '../support/failing-shout.ts';
import { newKey, post } from './client.ts';

const limit = 5;
const plan = { name: 'test', limit, windowSeconds: 86_400 };

/** The faults of successive calls. */
type Faults = (Fault | undefined)[];

interface Server extends FailingShout {
  /** By key hash. */
  readonly faults: Map<string, { readonly take: Faults; readonly return: Faults }>;
}

let servers: readonly Server[] = [];

beforeAll(async () => {
  const [database, code] = await Promise.all([startDatabase(), buildFailingShout()]);
  const start = async (): Promise<Server> => {
    const server = await startFailingShout(code, database, plan);
    const faults: Server['faults'] = new Map();
    server.wire.fault = ({ slot }) => slot && faults.get(slot.partition)?.[slot.change].shift();
    return { ...server, faults };
  };
  servers = await Promise.all([start(), start(), start()]);
});

afterAll(() => Promise.all(servers.map(({ close }) => close())));

const bodies = { good: { text: 'a' }, invalid: {}, failing: { text: failingText } };
type Kind = keyof typeof bodies;

/** A server's requests with a key, and the faults of its calls of DynamoDB. */
interface Lane {
  readonly requests: readonly Kind[];
  /** The concurrency. */
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
  /** Faults that time out. */
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

/** Expects a 429 only after a refusal by DynamoDB. */
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

/** Sends requests without faults until 429. */
const exhaust = async (server: Server, key: string): Promise<number[]> => {
  server.faults.delete(keyHash(key));
  const statuses: number[] = [];
  while (statuses.at(-1) !== 429) statuses.push(await send(server, key, 'good'));
  return statuses;
};

/** Runs a key's lanes concurrently, a server each, and checks its window; again if that ended meanwhile. */
const run = async (lanes: readonly Lane[]): Promise<void> => {
  const key = newKey();
  const { start } = windowAt(plan, Date.now());
  const settled = () => Promise.all(servers.map(({ wire }) => wire.settled()));
  const sent = await Promise.all(
    servers.map((server, index) => drive(server, key, lanes[index] as Lane)),
  );
  await settled();
  const exhausted = await Promise.all(servers.map((server) => exhaust(server, key)));
  await settled();
  if (windowAt(plan, Date.now()).start !== start) return run(lanes);

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
  // DynamoDB refuses only without a slot.
  expect(takes.filter(({ outcome }) => outcome === 'done').length).toBeGreaterThanOrEqual(limit);
  // Each failed request returned its slot, with one call.
  expect(returns).toHaveLength(failed);
};

test('no request too many, no lost slot without a cause, no 429 without a refusal', async () => {
  const schedules = fc.array(fc.array(lane, { minLength: 3, maxLength: 3 }), {
    minLength: 4,
    maxLength: 4,
  });
  await fc.assert(
    fc.asyncProperty(schedules, async (keys) => {
      for (const outcome of await Promise.allSettled(keys.map(run))) {
        if (outcome.status === 'rejected') throw outcome.reason;
      }
    }),
    { numRuns: 4, endOnFailure: true },
  );
}, 180_000);
