/** The contract, as `npm run verify` checks it wherever the service runs: here it runs on this machine. */
import { createServer, request } from 'node:http';
import { PassThrough, Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { listen } from '../../lib/local/listen.ts';
import { stageNamed } from '../../lib/settings/stages.ts';
import { checks, groups } from '../../lib/verify/checks.ts';
import type { Finding } from '../../lib/verify/run-checks.ts';
import { verify } from '../../lib/verify/tool.ts';
import { clientOf, issueKey } from '../account-tables.ts';
import { sharedDemo, sharedProduction } from '../service.ts';

/** Runs the program, with what stands on its standard input. */
const run = async (words: string, input = '') => {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const written = Promise.all([text(stdout), text(stderr)]);
  const process = { stdin: Readable.from([input]), stdout, stderr, env: {} };
  const code = await verify(words.split(' '), process);
  stdout.end();
  stderr.end();
  const [said, told] = await written;
  return { code, said, told };
};

const checksOf = (stage: string) =>
  checks.filter(({ appliesTo }) => appliesTo(stageNamed(stage))).map(({ name }) => name);

const failed = (findings: readonly Finding[]) =>
  findings.filter(({ outcome }) => outcome !== 'ok' && outcome !== 'left out');

test.each([
  [503, 'Service Unavailable'],
  [429, 'Too Many Requests'],
])(
  'an AWS account that runs 10 functions at a time is recognized by its %i',
  async (status, message) => {
    const { url } = await sharedDemo();
    let running = 0;
    const account = createServer((incoming, response) => {
      if (running === 10 || (status === 429 && incoming.url === '/v1/shout')) {
        response.writeHead(status).end(JSON.stringify({ message }));
        return;
      }
      running += 1;
      response.on('close', () => {
        running -= 1;
      });
      const { method, headers } = incoming;
      const forwarded = request(url + incoming.url, { method, headers } as object, (answer) => {
        response.writeHead(Number(answer.statusCode), answer.headers);
        answer.pipe(response);
      });
      incoming.pipe(forwarded);
    });
    const port = await listen(account, 0, 'PORT');
    const others = Object.keys(groups).filter((name) => name !== 'quota');
    const skip = others.map((name) => `--skip ${name}`).join(' ');
    const { code, said, told } = await run(`--url http://127.0.0.1:${port} ${skip}`);
    account.close();
    expect(said).toMatch(
      new RegExp(`^throttled .*: API Gateway answered ${status} .*${message}`, 'm'),
    );
    expect(told).toContain('A new AWS account runs 10 functions at a time');
    expect(told).toContain('aws lambda get-account-settings');
    expect(code).toBe(3);
  },
);

describe('a stage that takes any key', () => {
  let ran: Awaited<ReturnType<typeof run>>;
  let findings: ReadonlyMap<string, Finding>;
  beforeAll(async () => {
    const { url } = await sharedDemo();
    ran = await run(`--url ${url}/ --model embedded --json`);
    const list: readonly Finding[] = JSON.parse(ran.said).checks;
    findings = new Map(list.map((finding) => [finding.name, finding]));
  });

  test.each(checksOf('demo'))('%s', (name) => {
    const { outcome, detail } = findings.get(name) ?? {};
    expect(outcome === 'ok' ? 'ok' : detail).toBe('ok');
  });

  test('is told what the checks take, and what became of them', () => {
    const count = checksOf('demo').length;
    expect(ran.told).toMatch(
      new RegExp(`^http\\S+, stage demo: ${count} checks, at most \\d+ min. \\d+ slots of keys of`),
    );
    expect(JSON.parse(ran.said)).toMatchObject({
      stage: 'demo',
      ok: count,
      wrong: 0,
      unreached: 0,
      left_out: 0,
    });
    expect(ran.code).toBe(0);
  });
});

describe('a stage that takes issued keys', () => {
  // The rehearsal makes all checks of it, and the next test those that need no key.
  const some = ['described', 'slots', 'cors', 'routes', 'site', 'quota']
    .map((group) => `--skip ${group}`)
    .join(' ');

  test('keeps the contract, as a key shows that comes on standard input', async () => {
    const { url, dynamodbUrl } = await sharedProduction();
    const client = clientOf(dynamodbUrl);
    const key = await issueKey(client);
    client.destroy();
    const { code, said, told } = await run(`--url ${url} --key - ${some} --json`, `${key}\n`);
    const { checks: findings, ...total } = JSON.parse(said);
    expect(failed(findings)).toEqual([]);
    expect(total).toMatchObject({ stage: 'prod', left_out: 0 });
    expect(code).toBe(0);
    expect(said + told).not.toContain(key);
  });

  test('shows without a key what needs none, and what is left out is said', async () => {
    const { url } = await sharedProduction();
    const { code, said } = await run(`--url ${url} --skip keys --skip site --skip quota`);
    expect(said).toMatch(
      /^http\S+, stage prod: \d+ checks, at most 3 min. No slot of a key will be/,
    );
    expect(said).toContain('\nok           the dashboard says where to sign in (at http');
    expect(said).toContain(
      '\nleft out     POST /v1/shout answers 200 as described: it needs a key\n',
    );
    expect(said).toMatch(/\n\d+ ok, 0 FAIL, \d\d left out\n$/);
    expect(code).toBe(0);
  });
});
