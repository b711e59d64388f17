/** `npm run verify`: what it prints, and what it never prints. */
import type { RequestListener } from 'node:http';
import { expect, test } from '@jest/globals';
import { generateKey, randomAccountId } from '../../functions/keys/format.ts';
import manifest from '../../package.json' with { type: 'json' };
import { serve } from '../support/serve.ts';
import { programEnvironment, runNode, sharedDemo } from '../support/service.ts';
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
  const { url } = sharedDemo();
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

test('neither the key nor a control character is printed; and where Lambda has no capacity, the advice comes once, and the other checks are given up', async () => {
  const AMPLIFY_URL = await wrongService('demo', ({ headers, url }, response) => {
    if (!/^\/v1\/(?:rate-limits|shout)$/.test(String(url)) || headers.origin) {
      response.writeHead(503).end('{"message":"Service Unavailable"}');
      return;
    }
    response.setHeader('Content-Type', 'application/json');
    response.setHeader('RateLimit-Policy', `${headers['x-api-key']}\u009b`).end();
  });
  const AMPLIFY_SKIP = only('slots', 'cors', 'routes');
  const variables = { AMPLIFY_URL, AMPLIFY_KEY: 'my-secret', AMPLIFY_SKIP };
  const { status, printed } = await verify(variables);
  expect(printed).toContain('\nFAILED   POST /v1/shout takes one slot');
  expect(printed).toContain('[the key]\\u{9b}');
  expect(printed).not.toMatch(/my-secret|\u009b/);
  expect(printed.match(/API Gateway answered 503/g)).toHaveLength(3);
  expect(printed.match(/AccountLimit.ConcurrentExecutions/g)).toHaveLength(1);
  expect(printed).toContain('The service was not reached.');
  expect(status).toBe(1);
});

test('where nothing listens, one sentence says so', async () => {
  const { status, printed } = await verify({ AMPLIFY_URL: 'http://127.0.0.1:1' });
  expect(printed).toMatch(/^The service can't be reached: connect ECON.+\n$/);
  expect(status).toBe(1);
});

const key = generateKey('prod', randomAccountId());
const notAmplify = () => serve((_, response) => response.end('<html>'));
const refusing = () => wrongService('prod', (_, response) => response.writeHead(401).end());
const environment = { ...process.env };
let starts = 0;

test.each<[sentence: string, address: () => string | Promise<string>, variables: object]>([
  ['must be a base address', () => 'http://127.0.0.1?a=b', {}],
  ['names no stage', notAmplify, {}],
  ['must be one of health, keys, ', notAmplify, { AMPLIFY_SKIP: 'quotas' }],
  ['put one into AMPLIFY_KEY.', refusing, {}],
  ['does not accept the key: is it one of the stage prod?', refusing, { AMPLIFY_KEY: key }],
])('it does not start: … %s …', async (sentence, address, variables) => {
  process.env = { ...environment, AMPLIFY_URL: await address(), ...variables };
  starts += 1;
  const { message } = await import(`./verify.ts?${starts}`).catch((error) => error);
  process.env = environment;
  expect(message).toMatch(/^.+$/);
  expect(message).toContain(sentence);
  expect(message).not.toContain(key);
});
