/** Functions without some variables name them at the start, and never show their role's credentials. */
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

const secret = 'hush-hush';

const credentials = {
  AWS_REGION: 'us-east-1',
  AWS_ACCESS_KEY_ID: `${secret}-id`,
  AWS_SECRET_ACCESS_KEY: `${secret}-key`,
  AWS_SESSION_TOKEN: `${secret}-token`,
};

/** A DynamoDB that grants every slot. */
const dynamodb = createServer((request, response) => {
  request.resume().on('end', () => response.end('{"Attributes":{"used":{"N":"1"}}}'));
});

/** Variables that the stack omits if a feature is off. */
const optional = ['REQUEST_METRICS_SAMPLING', 'INFERENCE_PROFILE', 'PRIMING'];

let folder: string;
let dynamodbUrl: string;
let bedrock: BedrockStandIn;
let signIn: SignInStandIn;
let starter: ChildProcess;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'amplify-starts-'));
  dynamodbUrl = `http://127.0.0.1:${await listen(dynamodb, 0, 'PORT')}`;
  bedrock = await startBedrock();
  // Its fault is logged.
  bedrock.reply(failure(403, 'AccessDeniedException'));
  signIn = await startSignInStandIn();
  const sub = '5f0a7c1e-3d2b-4c9a-8e6f-1a2b3c4d5e6f';
  signIn.reply({ userinfo: answer({ ...someone, sub }) });
  starter = fork(path.join(projectRoot, 'test/functions/starts/start.ts'), {
    env: { PATH: process.env.PATH },
  });
  await mkdir(path.join(folder, 'site'));
  for (const file of ['entries', 'paths']) {
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

const start = async (request: Start): Promise<Started> => {
  starter.send(request);
  const [started] = await once(starter, 'message');
  return started;
};

interface Subject {
  readonly name: string;
  readonly stage: string;
}

/** Empty while only the names count. */
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

/** A request with a new key. */
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
/** Of those with the same variables, the last. */
const subjects = [
  ...new Map(
    everySubject.map((subject) => [Object.keys(environmentOf(subject)).join(), subject]),
  ).values(),
];

const isNeeded = (variable: string) => !variable.startsWith('AWS_') && !optional.includes(variable);

/** Starts a function, which never shows a credential. */
const startWith = async (subject: Subject, environment: Record<string, string>) => {
  const started = await start({
    bundle: path.join(folder, `${subject.name}.mjs`),
    environment: { ...environment, ...credentials },
    event: await eventOf(subject),
  });
  expect(started.thrown + started.seen).not.toContain(secret);
  return started;
};

test.each(subjects)('$name of $stage names its missing variables', async (subject) => {
  const complete = environmentOf(subject);
  const { thrown, seen } = await startWith(subject, complete);
  expect([thrown, seen]).toEqual([
    '',
    expect.stringMatching(/"statusCode":(?:20[04]|401|404|410)/),
  ]);
  let missing = Object.keys(complete).filter(isNeeded);
  while (missing.length > 0) {
    const environment = { ...complete };
    for (const [index, variable] of missing.entries()) {
      if (index % 2 === 0) delete environment[variable];
      else environment[variable] = '';
    }
    const { error = '' } = await startWith(subject, environment);
    const unnamed = missing.filter(
      (variable) => !new RegExp(`^Settings: (?:.*; )?${variable} is missing`).test(error),
    );
    expect([error, unnamed.length]).not.toEqual([error, missing.length]);
    missing = unnamed;
  }
});

test.each([
  ['throws', 'throw new Error("", { cause: Object.create(null, { x: { value: process.env } }) })'],
  [
    'prints',
    'console.error({ a: { b: { c: { d: process.env } } } }); export const handler = () => {}',
  ],
  ['answers with', 'export const handler = () => process.env'],
])('these tests notice a bundle that %s its environment', async (_, code) => {
  const bundle = path.join(folder, 'leak.mjs');
  await writeFile(bundle, code);
  const { thrown, seen } = await start({ bundle, environment: credentials, event: {} });
  expect(thrown + seen).toContain(secret);
});
