/** Command lines, keys and exit codes, against other services. */
import { expect, test } from '@jest/globals';
import { generateKey } from '../../../../functions/keys/format.ts';
import { groups } from '../../../../lib/tools/verify/checks.ts';
import { serve } from '../../../support/serve.ts';
import { startTlsServer } from '../../../support/tls-server.ts';
import { runVerify } from '../../../support/verify-tool.ts';

const groupNames = Object.keys(groups);

test.each([
  ['', '--url must be a base address'],
  ['--url http://localhost?x=1', '--url must be a base address'],
  ['--url http://localhost --model gpt', '--model must be one of bedrock, embedded.'],
  ['--url http://localhost --skip quotas', '--skip must be one of health, keys'],
  ['--url http://localhost --color', "Unknown option '--color'. The options are: --url, --key, "],
  ['--url http://localhost --key -', 'The key is empty.'],
  ['localhost', "Unexpected argument 'localhost'"],
])('"%s" is rejected in one line', async (words, message) => {
  const { code, stdout, stderr } = await runVerify(words);
  expect(stderr).toContain(message);
  expect(stderr).toMatch(/^.+\n$/);
  expect([code, stdout]).toEqual([2, '']);
});

test('--help prints help', async () => {
  const { code, stdout } = await runVerify('--url nowhere --help');
  expect(code).toBe(0);
  expect(stdout).toMatch(/^Verifies .*--skip GROUP .*quota\n/s);
});

const key = generateKey('prod', 'a secret of no stage');

test.each([
  ['standard input', '--key -', {}, `${key}\n`],
  ['the environment', '', { AMPLIFY_KEY: key }, ''],
])('a rejected key from %s is not shown', async (_, words, env, input) => {
  const sent: unknown[] = [];
  const url = await serve(({ headers }, response) => {
    sent.push(headers['x-api-key']);
    response.writeHead(401).end();
  });
  const { code, stdout, stderr } = await runVerify(
    `--url ${url} --stage prod ${words}`,
    env,
    input,
  );
  expect(sent).toEqual([key]);
  expect(stderr).toBe(`${url} does not accept the key: is it one of the stage prod?\n`);
  expect([code, stdout]).toEqual([1, '']);
});

test('an issued key on the command line is neither used nor shown', async () => {
  const { code, stdout, stderr } = await runVerify(`--url http://127.0.0.1:1 --key ${key}`);
  expect(stderr).toMatch(/^Nothing was done.*--key -/);
  expect(stderr).not.toContain(key.slice(9));
  expect([code, stdout]).toEqual([2, '']);
});

test('the output contains neither the key nor control characters', async () => {
  const url = await serve(({ headers }, response) => {
    response.setHeader('RateLimit-Policy', `${headers['x-api-key']}\u009b`).end();
  });
  const words = `--url ${url} --stage demo --key my-secret --skip quota`;
  const { code, stdout } = await runVerify(words);
  expect(stdout).toContain('RateLimit-Policy: expected /');
  expect(stdout).toContain('got "[the key]\\u{9b}"\n');
  expect(stdout).not.toMatch(/my-secret|\u009b/);
  expect(code).toBe(1);
  const { checks } = JSON.parse((await runVerify(`${words} --json`)).stdout);
  const detail = expect.stringContaining('got "[the key]\\u{9b}"');
  expect(checks).toContainEqual(expect.objectContaining({ outcome: 'failed', detail }));
});

const answers = {
  failed: '{}',
  throttled: '{"message":"Service Unavailable"}',
  unreachable: undefined,
};

test.each([
  ['failed', 'throttled', 1],
  ['throttled', 'unreachable', 3],
  ['unreachable', 'failed', 1],
  ['unreachable', 'unreachable', 2],
] as const)('checks that are %s and %s end with exit code %i', async (one, two, exitCode) => {
  const url = await serve(({ headers, url }, response) => {
    if (url === '/v1/rate-limits') return response.end();
    const answer = answers[headers['x-api-key'] === undefined ? one : two];
    if (answer === undefined) return response.destroy();
    return response.writeHead(answer === '{}' ? 200 : 503).end(answer);
  });
  const others = groupNames.filter((name) => name !== 'health').map((name) => `--skip ${name}`);
  const { code, stdout } = await runVerify(`--url ${url} --stage demo ${others.join(' ')}`);
  // Only the second of the `health` checks sends keys.
  const lines = stdout.trimEnd().split('\n').slice(1, -1);
  expect(lines.map((line) => line.split(' ')[0]?.toLowerCase())).toEqual([one, two]);
  expect(code).toBe(exitCode);
});

test('a service where nothing listens is unreachable', async () => {
  const { code, stderr } = await runVerify('--url http://127.0.0.1:1');
  expect(stderr).toBe("The service can't be reached: connect ECONNREFUSED 127.0.0.1:1\n");
  expect(code).toBe(2);
});

test('a service with an untrusted certificate is unreachable', async () => {
  const tls = await startTlsServer((_, response) => response.end());
  const { code, stderr } = await runVerify(`--url ${tls.url}`);
  expect(stderr).toMatch(/can't be reached: .*certificate.* \(DEPTH_ZERO_SELF_SIGNED_CERT\)\n$/);
  expect(code).toBe(2);
});

test('a service that names no stage is wrong', async () => {
  const url = await serve((_, response) => response.end('<html>'));
  const { code, stderr } = await runVerify(`--url ${url}/`);
  expect(stderr).toBe(`${url}/openapi.json (200) names no stage: is it Amplify? Say --stage.\n`);
  expect(code).toBe(1);
});

test('a throttled request is retried', async () => {
  let requests = 0;
  const url = await serve((_, response) => {
    requests += 1;
    if (requests === 1) response.writeHead(429).end('{"message":"Too Many Requests"}');
    else response.writeHead(401).end();
  });
  const { stderr } = await runVerify(`--url ${url} --stage demo --key my-key`);
  expect(requests).toBe(2);
  expect(stderr).toContain('does not accept the key');
});
