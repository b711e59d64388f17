/**
 * Functions that are set up wrongly: each says at its start which variables are wrong and how, and
 * never shows the credentials of its role, which stand in the same environment.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { buildBundles } from '../../lib/local/bundles.ts';
import { listen } from '../../lib/local/listen.ts';
import type { Bundles } from '../../lib/settings/bundling.ts';
import { endpoints, endpointsOf } from '../../lib/settings/endpoints.ts';
import { functionEnvironment } from '../../lib/settings/function-environment.ts';
import { stageNamed, stageNames } from '../../lib/settings/stages.ts';
import { type BedrockStandIn, failure, startBedrock } from '../bedrock-stand-in.ts';
import { projectRoot } from '../service.ts';
import { answer, type SignInStandIn, someone, startSignInStandIn } from '../sign-in-stand-in.ts';
import type { Start, Started } from './starts/start.ts';

/** What the credentials of these tests contain, and what a variable set to rubbish does. */
const secret = 'hush-hush';
const rubbish = 'no-sense';

const credentials = {
  AWS_REGION: 'us-east-1',
  AWS_ACCESS_KEY_ID: `${secret}-id`,
  AWS_SECRET_ACCESS_KEY: `${secret}-key`,
  AWS_SESSION_TOKEN: `${secret}-token`,
};

/** A DynamoDB in which there is nothing but slots. */
const dynamodb = createServer((request, response) => {
  request.resume().on('end', () => response.end('{"Attributes":{"used":{"N":"1"}}}'));
});

/** What the stack leaves out where it is not wanted, so that its absence is no fault. */
const optional = ['REQUEST_METRICS_SAMPLING', 'INFERENCE_PROFILE', 'PRIMING'];
/** What is more than a name: rubbish can be told from it. */
const structured =
  /^(?:KEY_POLICY|PLANS?|ACCOUNTS|EMPHASIS_BUDGET|SIGN_IN_ISSUER|PRIMING|REVOKED_KEY_HASHES|REQUEST_METRICS_SAMPLING|SERVICE_VERSION|LAMBDA_TASK_ROOT)$/;

let folder: string;
let dynamodbUrl: string;
let bedrock: BedrockStandIn;
let signIn: SignInStandIn;
let starter: ChildProcess;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'amplify-starts-'));
  dynamodbUrl = `http://127.0.0.1:${await listen(dynamodb, 0, 'PORT')}`;
  bedrock = await startBedrock();
  // A fault of Bedrock's is logged, too.
  bedrock.reply(failure(403, 'AccessDeniedException'));
  signIn = await startSignInStandIn();
  const sub = '5f0a7c1e-3d2b-4c9a-8e6f-1a2b3c4d5e6f';
  signIn.reply({ userinfo: answer({ ...someone, sub }) });
  starter = fork(path.join(projectRoot, 'test/functions/starts/start.ts'), {
    env: { PATH: process.env.PATH },
  });
  await mkdir(path.join(folder, 'site'));
  for (const file of ['entries', 'paths', 'refusal-page']) {
    await writeFile(path.join(folder, `site/${file}.json`), '{}');
  }
  const bundles: Bundles = await buildBundles([...new Set(subjects.map(({ name }) => name))]);
  for (const [name, { code, files }] of bundles) {
    for (const [file, text] of Object.entries({ [`${name}.mjs`]: code, ...files })) {
      await writeFile(path.join(folder, file), text);
    }
  }
});

afterAll(async () => {
  starter.kill();
  await bedrock.close();
  await signIn.close();
  dynamodb.close();
  dynamodb.closeAllConnections();
  await rm(folder, { recursive: true });
});

/** Starts a bundle in a process that does nothing else. */
const start = async (request: Start): Promise<Started> => {
  starter.send(request);
  const [started] = await once(starter, 'message');
  return started;
};

/** A function as a stage sets it up. */
interface Subject {
  readonly name: string;
  readonly stage: string;
}

/** Where it finds the others; before they are there, only the names count. */
const addresses = () => ({
  AWS_ENDPOINT_URL_DYNAMODB: dynamodbUrl ?? '',
  AWS_ENDPOINT_URL_BEDROCK_RUNTIME: bedrock?.url ?? '',
  SIGN_IN_ISSUER: signIn?.url ?? '',
  AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER: signIn?.url ?? '',
});

const environmentOf = ({ name, stage }: Subject): Record<string, string> => {
  const endpoint = endpoints.find((candidate) => candidate.name === name);
  if (endpoint === undefined) return { LAMBDA_TASK_ROOT: folder };
  return functionEnvironment(endpoint, stageNamed(stage), {
    QUOTA_TABLE: 'quota',
    USER_POOL: 'pool',
    ...addresses(),
  });
};

let lastKey = 0;

/** The event of a request, with a key that has all its slots. */
const eventOf = async ({ name }: Subject): Promise<unknown> => {
  if (name === 'site') {
    return { rawPath: '/docs', headers: {}, requestContext: { http: { method: 'GET' } } };
  }
  const text = await readFile(path.join(projectRoot, `test/events/${name}.json`), 'utf8');
  lastKey += 1;
  return JSON.parse(text.replace('my-key', `key-${lastKey}`));
};

const everySubject: readonly Subject[] = [
  { name: 'site', stage: 'demo' },
  ...stageNames.flatMap((stage) =>
    endpointsOf(stageNamed(stage)).map(({ name }) => ({ name, stage })),
  ),
];
/** Of those that are told the same, the last. */
const subjects = [
  ...new Map(
    everySubject.map((subject) => [Object.keys(environmentOf(subject)).join(), subject]),
  ).values(),
];

const isNeeded = (variable: string) => !variable.startsWith('AWS_') && !optional.includes(variable);

/** Sets a variable wrong. */
type Spoil = (environment: Record<string, string>, variable: string) => void;

const remove: Spoil = (environment, variable) => delete environment[variable];
const empty: Spoil = (environment, variable) => {
  environment[variable] = '';
};
const confuse: Spoil = (environment, variable) => {
  environment[variable] = rubbish;
};

/** Starts a function with some of its variables wrong. It shows neither a credential nor rubbish. */
const startWrong = async (subject: Subject, spoil: Spoil, variables: readonly string[]) => {
  const environment = { ...environmentOf(subject), ...credentials };
  for (const variable of variables) spoil(environment, variable);
  const bundle = path.join(folder, `${subject.name}.mjs`);
  const started = await start({ bundle, environment, event: await eventOf(subject) });
  expect(started.thrown + started.seen).not.toContain(secret);
  expect(started.thrown).not.toContain(rubbish);
  return started;
};

/**
 * Sets variables of a function wrong, all of them, and puts right those that it names, until it starts.
 *
 * @param said - what it says of a variable that is wrong in this way.
 * @returns those that it named, and what is seen of it once it starts.
 */
const tryOut = async (
  subject: Subject,
  spoil: Spoil,
  said: string,
  variables: readonly string[],
): Promise<{ readonly refused: readonly string[]; readonly seen: string }> => {
  let left = variables;
  for (;;) {
    const { error, seen } = await startWrong(subject, spoil, left);
    if (error === undefined) {
      return { refused: variables.filter((variable) => !left.includes(variable)), seen };
    }
    const unnamed = left.filter(
      (variable) => !new RegExp(`^Settings: (?:.*; )?${variable}\\b\\S* is ${said}`).test(error),
    );
    if (unnamed.length === left.length) throw new Error(`It names none of ${left}: ${error}`);
    left = unnamed;
  }
};

test.each(subjects)('$name of $stage says which of its variables are wrong', async (subject) => {
  const own = Object.keys(environmentOf(subject));
  const [needed, others] = [own.filter(isNeeded), own.filter((name) => !isNeeded(name))];
  /** Every other variable in one of the two ways in which one can be missing. */
  const miss: Spoil = (environment, variable) =>
    (own.indexOf(variable) % 2 === 0 ? remove : empty)(environment, variable);
  // What it starts with at last is as it should be.
  expect(await tryOut(subject, miss, 'missing', needed)).toEqual({
    refused: needed,
    seen: expect.stringMatching(/"statusCode":(?:20[04]|401|404|410)/),
  });
  expect(await tryOut(subject, miss, 'missing', others)).toMatchObject({ refused: [] });
  expect(await tryOut(subject, confuse, '(?:not |malformed)', own)).toMatchObject({
    refused: own.filter((variable) => structured.test(variable)),
  });
});

// It has a client of DynamoDB's and one of Bedrock's.
test.each(Object.keys(credentials))(
  'emphasize starts with a wrong %s, and shows none of the others',
  async (variable) => {
    for (const spoil of [remove, confuse]) {
      const started = await startWrong({ name: 'emphasize', stage: 'demo' }, spoil, [variable]);
      expect(started).toMatchObject({ thrown: '' });
    }
  },
);

test.each([
  ['throws', 'const error = new Error(); error.issues = [{ input: process.env }]; throw error'],
  [
    'throws as a cause',
    'throw new Error("", { cause: Object.create(null, { hidden: { value: process.env } }) })',
  ],
  [
    'prints',
    'console.error({ a: { b: { c: { d: process.env } } } }); export const handler = () => {}',
  ],
  ['writes', 'process.stdout.write(JSON.stringify(process.env)); export const handler = () => {}'],
  ['answers', 'export const handler = () => process.env'],
  [
    'throws at an event',
    'export const handler = () => Promise.reject(new Map([[1, process.env]]))',
  ],
])('a bundle that %s its environment would be noticed', async (_, code) => {
  const bundle = path.join(folder, 'leak.mjs');
  await writeFile(bundle, code);
  const { thrown, seen } = await start({ bundle, environment: credentials, event: {} });
  expect(thrown + seen).toContain(`${secret}-key`);
});
