/** The pre-sign-up trigger with a DynamoDB on the wire. */
import { inspect } from 'node:util';
import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { beforeAll, expect, jest, test } from '@jest/globals';
import type { PreSignUpTriggerEvent } from 'aws-lambda';
import { dynamodb, withoutRetries } from '../../../functions/aws/dynamodb.ts';
import { quotaStore } from '../../../functions/quota/quota-store.ts';
import { limitSignUps } from '../../../functions/sign-up/sign-up.ts';
import { localCredentials } from '../../../lib/local/developer-credentials.ts';
import { quotaTableName } from '../../../lib/settings/tables.ts';
import { clientOf } from '../../support/account-tables.ts';
import { startDatabase } from '../../support/database.ts';
import { type Fault, startWire, type Wire } from '../../support/dynamodb-wire.ts';

let wire: Wire;

beforeAll(async () => {
  Object.assign(process.env, localCredentials);
  wire = await startWire(await startDatabase());
});

/** A function of its own. Limits of windows of different lengths don't affect each other. */
const execution = (
  limit: number,
  windowSeconds: number,
  client: DynamoDBClient = withoutRetries(dynamodb(wire.url)),
) => {
  const store = quotaStore(client, quotaTableName('prod'));
  const trigger = limitSignUps(store, { limit, windowSeconds });
  /** Resolves to `passed`, or why not. */
  return (triggerSource = 'PreSignUp_SignUp'): Promise<string> => {
    const request = { userAttributes: { email: 'ada@example.com' } };
    return trigger({ triggerSource, request } as unknown as PreSignUpTriggerEvent).then(
      () => 'passed',
      ({ message }) => message,
    );
  };
};

test('of many at once, in several functions, exactly as many pass as may', async () => {
  // On a busy machine, some calls would exceed the time-outs of functions.
  const client = clientOf(wire.url, { maxAttempts: 1 });
  const executions = Array.from({ length: 5 }, () => execution(7, 86_400, client));
  const outcomes = await Promise.all(
    Array.from({ length: 10 }, () => executions)
      .flat()
      .map((signUp) => signUp()),
  );
  const refusals = outcomes.filter((outcome) => outcome !== 'passed');
  expect(refusals).toHaveLength(43);
  for (const refusal of refusals) {
    expect(refusal).toMatch(/^too many people are signing up; try again at \d\d:\d\d UTC$/);
  }
});

test.each<Fault>([
  'hang',
  'reset',
  'lose answer',
  { status: 400, type: 'ThrottlingException' },
  { status: 500, type: 'InternalServerError' },
])(
  "%j refuses a sign-up after one attempt, but not the operator's users, and logs nothing of it",
  async (fault) => {
    const logged = jest.spyOn(console, 'error').mockImplementation(() => {});
    const signUp = execution(1_000, 43_200);
    wire.calls.length = 0;
    wire.fault = fault;
    expect(await signUp('PreSignUp_AdminCreateUser')).toBe('passed');
    expect(await signUp()).toBe('sign-up does not work at the moment; try again in a minute');
    expect(wire.calls).toEqual(['UpdateItem']);
    expect(logged.mock.calls).toMatchObject([[{ fault: { name: expect.any(String) } }]]);
    expect(inspect(logged.mock.calls, { depth: 10 })).not.toContain('ada');
    logged.mockRestore();
    wire.fault = undefined;
    expect(await signUp()).toBe('passed');
  },
);
