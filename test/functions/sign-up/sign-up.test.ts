/** The pre-sign-up trigger with a DynamoDB on the wire. */
import { inspect } from 'node:util';
import { afterAll, beforeAll, beforeEach, expect, jest, test } from '@jest/globals';
import type { PreSignUpTriggerEvent } from 'aws-lambda';
import { dynamodb, withoutRetries } from '../../../functions/aws/dynamodb.ts';
import { quotaStore } from '../../../functions/quota/quota-store.ts';
import { limitSignUps } from '../../../functions/sign-up/sign-up.ts';
import { localCredentials, localTableName } from '../../../lib/local/local-tables.ts';
import { quotaTable } from '../../../lib/settings/tables.ts';
import { startDatabase } from '../../support/database.ts';
import { type Fault, startWire, type Wire } from '../../support/dynamodb-wire.ts';

const variables = process.env;
let wire: Wire;
/** Whole hours, so that a window rarely ends during a test. Each test has its own length, and so its own items. */
const windows = [24, 12, 8, 6, 4, 3, 2, 1].map((hours) => hours * 3_600);
let windowSeconds = 0;

beforeAll(async () => {
  process.env = { ...variables, ...localCredentials };
  wire = await startWire(await startDatabase());
});

beforeEach(() => {
  windowSeconds = Number(windows.shift());
  wire.fault = undefined;
  wire.calls.length = 0;
});

afterAll(async () => {
  process.env = variables;
  await wire.close();
});

const eventOf = (triggerSource: string) =>
  ({
    triggerSource,
    request: { userAttributes: { email: 'ada@example.com' } },
  }) as unknown as PreSignUpTriggerEvent;

const execution = () =>
  limitSignUps(quotaStore(withoutRetries(dynamodb(wire.url)), localTableName(quotaTable)), {
    limit: 7,
    windowSeconds,
  });

/** `passed`, or why not. */
const signUp = (trigger: ReturnType<typeof execution>, source = 'PreSignUp_SignUp') => {
  const event = eventOf(source);
  return trigger(event).then(
    (returned) => (returned === event ? 'passed' : 'changed'),
    ({ message }) => message,
  );
};

test('of many at once, in several environments, exactly as many pass as may', async () => {
  const executions = Array.from({ length: 5 }, execution);
  const outcomes = await Promise.all(
    Array.from({ length: 50 }, (_, index) => signUp(executions[index % 5] ?? execution())),
  );
  const refusals = outcomes.filter((outcome) => outcome !== 'passed');
  expect(refusals).toHaveLength(43);
  for (const refusal of refusals) {
    expect(refusal).toMatch(/^too many people are signing up; try again at \d\d:\d\d UTC$/);
  }
  expect(await signUp(execution(), 'PreSignUp_AdminCreateUser')).toBe('passed');
});

test('the operator creates users without a slot, whatever DynamoDB does', async () => {
  wire.fault = 'reset';
  expect(await signUp(execution(), 'PreSignUp_AdminCreateUser')).toBe('passed');
  expect(wire.calls).toEqual([]);
});

test.each<Fault>([
  'hang',
  'reset',
  'lose answer',
  { status: 400, type: 'ThrottlingException' },
  { status: 500, type: 'InternalServerError' },
])('%j refuses a sign-up after one attempt, and logs nothing of it', async (fault) => {
  const logged = jest.spyOn(console, 'error').mockImplementation(() => {});
  wire.fault = fault;
  const trigger = execution();
  expect(await signUp(trigger)).toBe('sign-up does not work at the moment; try again in a minute');
  expect(wire.calls).toEqual(['UpdateItem']);
  expect(logged.mock.calls).toMatchObject([[{ fault: { name: expect.any(String) } }]]);
  expect(inspect(logged.mock.calls, { depth: 10 })).not.toContain('ada');
  logged.mockRestore();
  wire.fault = undefined;
  expect(await signUp(trigger)).toBe('passed');
});

test('repeats use slots, and admit nobody more', async () => {
  wire.fault = 'twice';
  const outcomes: string[] = [];
  for (let index = 0; index < 8; index += 1) outcomes.push(await signUp(execution()));
  const passed = outcomes.filter((outcome) => outcome === 'passed').length;
  expect(passed).toBeGreaterThan(0);
  expect(passed).toBeLessThanOrEqual(7);
});
