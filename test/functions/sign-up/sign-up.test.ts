/** The trigger for sign-ups with a DynamoDB and a user pool on the wire. */
import { inspect } from 'node:util';
import { expect, jest, test } from '@jest/globals';
import { createUserPool } from '../../../functions/aws/user-pool.ts';
import { createQuotaStore } from '../../../functions/quota/quota-store.ts';
import { createSignUpTrigger, needs } from '../../../functions/sign-up/sign-up.ts';
import { functionEnvironment, stageValues } from '../../../lib/settings/functions.ts';
import { stageNamed } from '../../../lib/settings/stages.ts';
import { quotaTableName } from '../../../lib/settings/tables.ts';
import { connect, startTables } from '../../support/account-tables.ts';
import { type Reply, serveReplies } from '../../support/serve.ts';
import { answer, poolRefusal } from '../../support/sign-in-stand-in.ts';

/** What the user pool was asked to do, and its next replies; then it does it. */
const asked: { readonly operation: string; readonly input: Record<string, unknown> }[] = [];
let replies: readonly Reply[] = [];

const { wire } = await startTables();
process.env.AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER = await serveReplies(({ headers }, body) => {
  const operation = String(headers['x-amz-target']);
  const reply = replies[asked.push({ operation, input: JSON.parse(body) }) - 1];
  return reply ?? answer({});
});

/** Calls a trigger for a user. Resolves to `passed`, or why not. */
const createOutcome =
  (trigger: ReturnType<typeof createSignUpTrigger>) =>
  async (triggerSource = 'PreSignUp_SignUp'): Promise<string> => {
    const event = {
      triggerSource,
      userPoolId: 'us-east-1_pool',
      userName: 'a-sub',
      request: { userAttributes: { sub: 'a-sub', email: 'ada@example.com' } },
      response: {},
    };
    return trigger(event as never).then(
      (returned) => (returned === event ? 'passed' : 'changed'),
      ({ message }) => message,
    );
  };

/** A function of its own, which admits so many a day. */
const execution = (limit: number) => {
  // On a busy machine, some calls would exceed the time-outs of functions.
  const store = createQuotaStore(connect(wire.url, { maxAttempts: 1 }), quotaTableName('prod'));
  const signUps = { limit, windowSeconds: 86_400 };
  return createOutcome(createSignUpTrigger(store, signUps, async (id) => createUserPool(id)));
};

test('of many at once, in several functions, exactly as many pass as may', async () => {
  const executions = Array.from({ length: 5 }, () => execution(7));
  const signUps = [...executions, ...executions, ...executions].map((signUp) => signUp());
  const refusals = (await Promise.all(signUps)).filter((outcome) => outcome !== 'passed');
  const refusal = /^too many people are signing up; try again at \d\d:\d\d UTC$/;
  expect(refusals).toEqual(Array(8).fill(expect.stringMatching(refusal)));
});

test("without DynamoDB the function refuses a sign-up after one attempt, since Cognito repeats it, but not the operator's users", async () => {
  const values = { ...stageValues(stageNamed('prod')), ...process.env } as Record<string, string>;
  Object.assign(process.env, functionEnvironment(needs, values));
  const { handler } = await import('../../../functions/sign-up/handler.ts');
  const signUp = createOutcome(handler);
  const errorSpy = jest.spyOn(console, 'error').mockImplementation(() => {});
  wire.calls.length = 0;
  wire.fault = { status: 500, type: 'InternalServerError' };
  expect(await signUp('PreSignUp_AdminCreateUser')).toBe('passed');
  expect(await signUp()).toBe('sign-up does not work at the moment; try again in a minute');
  expect(wire.calls).toEqual(['UpdateItem']);
  expect(errorSpy.mock.calls).toMatchObject([[{ fault: { name: expect.any(String) } }]]);
  expect(inspect(errorSpy.mock.calls, { depth: 10 })).not.toContain('ada');
  errorSpy.mockRestore();
  wire.fault = undefined;
  expect(await signUp()).toBe('passed');
});

/** Confirms an address of which the user pool first gives these replies. */
const confirming = async (...first: readonly Reply[]) => {
  const errorSpy = jest.spyOn(console, 'error').mockImplementation(() => {});
  asked.length = 0;
  wire.calls.length = 0;
  replies = first;
  // Nobody may sign up.
  expect(await execution(0)('PostConfirmation_ConfirmSignUp')).toBe('passed');
  expect(wire.calls).toEqual([]);
  const lines = errorSpy.mock.calls;
  errorSpy.mockRestore();
  return lines;
};

test('a confirmation ends the password, for one that nobody knows', async () => {
  const passwords = new Set<unknown>();
  for (let user = 0; user < 2; user += 1) {
    expect(await confirming()).toEqual([]);
    const input = {
      UserPoolId: 'us-east-1_pool',
      Username: 'a-sub',
      // The pool requires 15 characters.
      Password: expect.stringMatching(/^[\w-]{43}$/),
      Permanent: true,
    };
    const operation = 'AWSCognitoIdentityProviderService.AdminSetUserPassword';
    expect(asked).toEqual([{ operation, input }]);
    passwords.add(asked[0]?.input.Password);
  }
  expect(passwords.size).toBe(2);
});

const failure = poolRefusal('InternalErrorException', 500);

test.each<readonly [Reply, attempts: number]>([
  [poolRefusal('UserNotFoundException'), 1],
  ['silence', 2],
  [failure, 2],
])(
  'a pool that fails with %j is asked %d times, and its user is logged',
  async (reply, attempts) => {
    const loggedLines = await confirming(reply, reply);
    expect(asked).toHaveLength(attempts);
    expect(loggedLines).toMatchObject([[{ sub: 'a-sub', fault: { name: expect.any(String) } }]]);
    const text = inspect(loggedLines, { depth: 10 });
    for (const secret of ['ada', asked[0]?.input.Password]) expect(text).not.toContain(secret);
  },
);

test('a pool that fails once is asked again', async () => {
  expect(await confirming(failure)).toEqual([]);
  expect(asked).toHaveLength(2);
});

test('a confirmation after a forgotten password changes nothing', async () => {
  asked.length = 0;
  expect(await execution(0)('PostConfirmation_ConfirmForgotPassword')).toBe('passed');
  expect(asked).toEqual([]);
});
