/** What becomes of a run that can't go on, or should not. */
import { createServer, type RequestListener, type Server } from 'node:http';
import { PassThrough, Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterEach, expect, test } from '@jest/globals';
import { listen } from '../../../lib/local/listen.ts';
import { verify } from '../../../lib/verify/tool.ts';
import { startTlsServer } from '../../tls-server.ts';

let server: Server | undefined;
afterEach(() => {
  server?.close();
});

/** Starts something else than Amplify. */
const start = async (answer: RequestListener) => {
  server = createServer(answer);
  return `http://127.0.0.1:${await listen(server, 0, 'PORT')}`;
};

const run = async (words: string, env: Readonly<Record<string, string>> = {}, input = '') => {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const written = Promise.all([text(stdout), text(stderr)]);
  const args = words.split(' ').filter(Boolean);
  const code = await verify(args, { stdin: Readable.from([input]), stdout, stderr, env });
  stdout.end();
  stderr.end();
  const [said, told] = await written;
  return { code, said, told };
};

test.each([
  ['', 'Say --url'],
  ['--url', '--url'],
  ['--url ftp://localhost', '--url must be a base address'],
  ['--url localhost:3000', '--url must be a base address'],
  ['--url http://me@localhost', '--url must be a base address'],
  ['--url http://localhost?x=1', '--url must be a base address'],
  ['--url http://localhost --stage moon', 'Unknown stage "moon"'],
  ['--url http://localhost --model gpt', '--model must be bedrock or embedded'],
  ['--url http://localhost --skip quotas', '--skip must be one of health, keys'],
  ['--url http://localhost --color', "Unknown option '--color'"],
  ['--url http://localhost --key -', 'That is no key'],
  ['--url http://localhost --key kéy', 'That is no key'],
  ['localhost', "Unexpected argument 'localhost'"],
])('"%s" is refused in one line', async (words, message) => {
  const { code, said, told } = await run(words);
  expect(told).toContain(message);
  expect(told).toMatch(/^.+\n$/);
  expect([code, said]).toEqual([2, '']);
});

test('help is shown to who asks', async () => {
  const { code, said } = await run('--url nowhere --help');
  expect(code).toBe(0);
  expect(said).toMatch(/^Verifies .*--skip GROUP .*quota\n/s);
});

test('where nobody listens, it can not be reached', async () => {
  const { code, said, told } = await run('--url http://127.0.0.1:1');
  expect(told).toBe("http://127.0.0.1:1 can't be reached: connect ECONNREFUSED 127.0.0.1:1.\n");
  expect([code, said]).toEqual([2, '']);
});

test('nor with a certificate that nobody vouches for', async () => {
  const tls = await startTlsServer((_, response) => response.end());
  const { code, told } = await run(`--url ${tls.url}`);
  await tls.close();
  expect(told).toMatch(/can't be reached: .*certificate.* \(DEPTH_ZERO_SELF_SIGNED_CERT\)\.\n$/);
  expect(code).toBe(2);
});

test('nor with a connection that breaks', async () => {
  const url = await start((_, response) => response.destroy());
  const { code, told } = await run(`--url ${url}`);
  expect(told).toContain("can't be reached: socket hang up (ECONNRESET).");
  expect(code).toBe(2);
});

test('what does not say which stage it is, is wrong', async () => {
  const url = await start((_, response) => response.end('<html>'));
  const { code, told } = await run(`--url ${url}/`);
  expect(told).toBe(
    `GET ${url}/openapi.json does not say which stage answers there (status 200). If it is Amplify, say --stage.\n`,
  );
  expect(code).toBe(1);
});

test.each([
  ['on the command line', '--key amp_prod_0123456789abcdefghijklmnop', {}, ''],
  ['on standard input', '--key -', {}, 'amp_prod_0123456789abcdefghijklmnop\n'],
  ['in the environment', '', { AMPLIFY_KEY: 'amp_prod_0123456789abcdefghijklmnop' }, ''],
])('a key %s that is not accepted is not shown', async (_, words, env, input) => {
  const sent: unknown[] = [];
  const url = await start(({ headers }, response) => {
    sent.push(headers['x-api-key']);
    response.writeHead(401).end();
  });
  const { code, said, told } = await run(`--url ${url} --stage prod ${words}`, env, input);
  expect(sent).toEqual(['amp_prod_0123456789abcdefghijklmnop']);
  expect(told).toContain(`${url} does not accept the key: is it one of the stage prod?\n`);
  expect(told.includes('stands on the command line')).toBe(words.includes('amp_'));
  expect(said + told).not.toContain('0123456789');
  expect(code).toBe(1);
});

test("what API Gateway's throttle refuses is sent again", async () => {
  let requests = 0;
  const url = await start((_, response) => {
    requests += 1;
    if (requests === 1) response.writeHead(429).end('{"message":"Too Many Requests"}');
    else response.writeHead(401).end();
  });
  const { told } = await run(`--url ${url} --stage demo --key my-key`);
  expect(requests).toBe(2);
  expect(told).toContain('does not accept the key');
});
