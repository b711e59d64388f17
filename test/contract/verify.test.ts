/** `npm run verify`: what it prints, and what it never prints. */
import { type RequestListener, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { expect, test } from '@jest/globals';
import { createAccountId, generateKey } from '../../functions/keys/format.ts';
import manifest from '../../package.json' with { type: 'json' };
import { serve } from '../support/serve.ts';
import { newKey, programEnvironment, runNode, sharedDemo } from '../support/service.ts';
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

test('a service that spoils a header and a body fails two checks, which say so in twenty lines, without the key', async () => {
  const { url } = sharedDemo();
  const key = newKey();
  const page = `${key}\u202e${'\n<p>'.repeat(1_000)}`;
  const AMPLIFY_URL = await serve(async (incoming, outgoing) => {
    const { url: path = '', method } = incoming;
    const options = { method, headers: incoming.headers, agent: false };
    const sent = request(url + path, options, async (answer) => {
      const body = await buffer(answer);
      const { 'content-length': _, 'cache-control': spoiled, ...kept } = answer.headers;
      const headers = method === 'HEAD' ? kept : { ...kept, 'cache-control': spoiled };
      outgoing.writeHead(Number(answer.statusCode), headers);
      if (path !== '/v1/emphasize' || answer.statusCode !== 200) return outgoing.end(body);
      return outgoing.end(JSON.stringify({ ...JSON.parse(String(body)), result: page }));
    });
    sent.end(await buffer(incoming));
  });
  const AMPLIFY_SKIP = only('health', 'emphasis', 'accounts');
  const { status, printed } = await verify({ AMPLIFY_URL, AMPLIFY_KEY: key, AMPLIFY_SKIP });
  expect(printed).toContain(`${AMPLIFY_URL}, stage demo\nFAILED   GET /v1/health answers`);
  expect(printed).toContain('(AMPLIFY_SKIP names slots)\n');
  expect(printed).toContain('(the stage has no accounts)\n');
  expect(printed).toContain('no header Cache-Control');
  expect(printed).toMatch(/\n1 ok, 2 failed, \d\d skipped\n$/);
  const [, message = ''] = /\nFAILED {3}.+ bold, .+\n((?: {9}.*\n|\n)+)/.exec(printed) ?? [];
  expect(message.match(/\n/g)).toHaveLength(20);
  expect(message).toContain('ratio 0.25: ');
  expect(message).toContain(' - The meeting moved to Thursday');
  expect(message).toContain(' + [the key]\\u{202e}\n');
  expect(printed).not.toMatch(new RegExp(`${key}|\u202e`));
  expect(status).toBe(1);
});

test('where Lambda has no capacity, the advice comes once, and the other checks are given up', async () => {
  const AMPLIFY_URL = await wrongService('demo', ({ url }, response) => {
    if (url === '/v1/rate-limits') return response.end();
    return response.writeHead(503).end('{"message":"Service Unavailable"}');
  });
  const AMPLIFY_SKIP = only('health', 'routes');
  const { status, printed } = await verify({ AMPLIFY_URL, AMPLIFY_SKIP });
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
const key = generateKey('prod', createAccountId());
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
