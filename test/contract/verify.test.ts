/** `npm run verify`: what it prints, and what it never prints. */
import type { RequestListener } from 'node:http';
import { expect, test } from '@jest/globals';
import { generateKey, randomAccountId } from '../../functions/keys/format.ts';
import manifest from '../../package.json' with { type: 'json' };
import { runNode } from '../support/local-server.ts';
import { serve } from '../support/serve.ts';
import { programEnvironment, sharedDemo, siteOf } from '../support/service.ts';
import { groups } from './checks.ts';

const [, ...args] = manifest.scripts.verify.split(' ');

const verify = async (variables: Readonly<Record<string, string>>) => {
  const env = { ...programEnvironment(), ...variables };
  const { status, stdout, stderr } = await runNode(args, { env });
  return { status, printed: stdout + stderr };
};

/** Skips all groups of checks but these. */
const only = (...kept: readonly (keyof typeof groups)[]): string =>
  (Object.keys(groups) as typeof kept).filter((name) => !kept.includes(name)).join();

/** A service that names a stage, and is wrong otherwise. */
const wrongService = (stage: string, listener: RequestListener): Promise<string> =>
  serve((request, response) => {
    if (request.url !== '/openapi.json') return listener(request, response);
    return response.end(JSON.stringify({ servers: [{ description: `Stage ${stage}` }] }));
  });

test('a service that keeps the contract passes', async () => {
  const { url } = await siteOf(await sharedDemo());
  const { status, printed } = await verify({
    AMPLIFY_URL: `${url}/`,
    AMPLIFY_SKIP: only('health', 'accounts'),
  });
  expect(printed).toMatch(`${url}, stage demo\nok       GET /v1/health answers`);
  expect(printed).toContain(
    '\nskipped  POST /v1/shout takes one slot for any body, and shows what is left (AMPLIFY_SKIP names slots)\n',
  );
  expect(printed).toContain('(the stage has no accounts)\n');
  expect(printed).toMatch(/\n2 ok, 0 failed, \d\d skipped\n$/);
  expect(status).toBe(0);
});

test('neither the key nor a control character is printed', async () => {
  const AMPLIFY_URL = await wrongService('demo', ({ headers }, response) => {
    response.setHeader('Content-Type', 'application/json');
    response.setHeader('RateLimit-Policy', `${headers['x-api-key']}\u009b`).end();
  });
  const variables = { AMPLIFY_URL, AMPLIFY_KEY: 'my-secret', AMPLIFY_SKIP: only('slots') };
  const { status, printed } = await verify(variables);
  expect(printed).toContain('\nFAILED   POST /v1/shout takes one slot');
  expect(printed).toContain('[the key]\\u{9b}');
  expect(printed).not.toMatch(/my-secret|\u009b/);
  expect(status).toBe(1);
});

test('where Lambda has no capacity, the advice comes once, and the other checks are given up', async () => {
  const AMPLIFY_URL = await wrongService('demo', ({ url }, response) => {
    if (url === '/v1/rate-limits') response.end();
    else response.writeHead(503).end('{"message":"Service Unavailable"}');
  });
  const { status, printed } = await verify({ AMPLIFY_URL, AMPLIFY_SKIP: only('cors', 'routes') });
  expect(printed.match(/API Gateway answered 503/g)).toHaveLength(3);
  expect(printed.match(/AccountLimit.ConcurrentExecutions/g)).toHaveLength(1);
  expect(printed).toContain('The service was not reached.');
  expect(status).toBe(1);
});

const key = generateKey('prod', randomAccountId());

test.each([
  ['nothing listens', () => 'http://127.0.0.1:1', '', "The service can't be reached: connect ECON"],
  ['no stage is named', () => serve((_, response) => response.end('<html>')), '', 'names no stage'],
  ['a key is needed', () => wrongService('prod', () => {}), '', 'put one into AMPLIFY_KEY.'],
  [
    'the key is refused',
    () => wrongService('prod', (_, response) => response.writeHead(401).end()),
    key,
    'does not accept the key: is it one of the stage prod?',
  ],
])('where %s, one sentence says so', async (_, addressOf, AMPLIFY_KEY, sentence) => {
  const { status, printed } = await verify({ AMPLIFY_URL: await addressOf(), AMPLIFY_KEY });
  expect(printed).toContain(sentence);
  expect(printed).toMatch(/^.+\n$/);
  expect(printed).not.toContain(key);
  expect(status).toBe(1);
});
