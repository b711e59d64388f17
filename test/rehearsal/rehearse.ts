/**
 * `npm run rehearse`: deploys dev to an emulator of AWS, verifies it, deploys a changed plan over it, and destroys it.
 * What it starts gets a fake key and an empty folder as its home, so that no real account can be meant.
 */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { listen } from '../../lib/local/http.ts';
import { onShutdown } from '../../lib/local/shutdown.ts';

/** The checks that fail on the emulator or are skipped, and why. The rehearsal fails if one of them passes. */
const gaps: readonly (readonly [checks: RegExp, reason: string])[] = [
  [/\(CORS|openapi\.json/, 'MiniStack does not serve the CORS settings of a template'],
  [/ slash at its end /, 'MiniStack removes the slash'],
  [/ names quota\)/, 'on a busy machine, MiniStack is too slow for many requests at once'],
];

const root = `${import.meta.dirname}/../..`;
const requirements = readFileSync(`${import.meta.dirname}/requirements.txt`, 'utf8');
const [, version] = /^ministack==(.+)$/m.exec(requirements) ?? [];
const installed = `.venv/lib/*/site-packages/ministack-${version}.dist-info`;
if (globSync(installed, { cwd: root }).length === 0) {
  const install = '.venv/bin/pip install -r test/rehearsal/requirements.txt';
  console.error(`Install MiniStack ${version} first: python3 -m venv .venv && ${install}`);
  process.exit(1);
}

const probe = createServer();
const port = await listen(probe, 0, 'PORT');
probe.close();
const aws = `http://127.0.0.1:${port}`;
const folder = mkdtempSync(`${tmpdir()}/amplify-rehearsal-`);
const env: NodeJS.ProcessEnv = {
  PATH: process.env.PATH,
  HOME: folder,
  TMPDIR: folder,
  BIND_HOST: '127.0.0.1',
  GATEWAY_PORT: String(port),
  STATE_DIR: folder,
  AWS_ENDPOINT_URL: aws,
  AWS_REGION: 'us-east-1',
  AWS_ACCESS_KEY_ID: 'test',
  AWS_SECRET_ACCESS_KEY: 'test',
  AWS_CONFIG_FILE: '/dev/null',
  AWS_SHARED_CREDENTIALS_FILE: '/dev/null',
  AWS_EC2_METADATA_DISABLED: 'true',
  AMPLIFY_SKIP: 'quota',
};

const started: ChildProcess[] = [];
process.on('exit', (code) => {
  const result = code === 0 ? 'passed' : 'failed';
  console.log(`${result} after ${Math.round(performance.now() / 1_000)} s`);
  spawnSync('kill', ['-KILL', '--', ...started.map(({ pid }) => `-${pid}`)]);
  // It stops halfway, without an error, where a process that is still ending removes a file.
  while (existsSync(folder)) rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
});
process.on('SIGHUP', () => process.exit(1));
onShutdown(async () => process.exit(1));

/** Starts a command in a process group of its own, which also ends what it starts. */
const start = (command: string) => {
  const child = spawn(command, { cwd: root, env, detached: true, shell: true });
  started.push(child);
  return child;
};

let output = '';
const fail = (reason: unknown): never => {
  const log = readFileSync(`${folder}/ministack.log`, 'utf8').split('\n').slice(-20).join('\n');
  console.error(`${output}\n${reason}\nThe emulator's last lines:\n${log}`);
  process.exit(1);
};
process.on('uncaughtException', fail);
const limit = setTimeout(fail, 60_000, 'Nothing has happened for a minute.');

/** Runs a step. */
const run = async (command: string, exitCode = 0): Promise<void> => {
  console.log(command);
  output = '';
  limit.refresh();
  const child = start(`${command} 2>&1`);
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
    // The CDK repeats this while nothing happens.
    if (!text.includes('Currently in progress')) limit.refresh();
  });
  const [code] = await once(child, 'close');
  if (code !== exitCode) fail(`The exit code is ${code}.`);
};
const cdk = (command: string) =>
  run(`cdk ${command} -c stage=dev --no-notices --output "$HOME/cdk.out"`);

start('.venv/bin/ministack > "$HOME/ministack.log" 2>&1').on('exit', () => fail('It has ended.'));
while (!(await fetch(`${aws}/_ministack/ready`).catch(() => undefined))?.ok) await sleep(100);
await cdk('bootstrap aws://000000000000/us-east-1');
await cdk('deploy --require-approval never --outputs-file "$HOME/outputs.json"');
const outputs = JSON.parse(readFileSync(`${folder}/outputs.json`, 'utf8'));
env.AMPLIFY_URL = outputs['amplify-dev'].BaseUrl;
// MiniStack can't store an attribute named M, in which the service counts minute 22 of an hour.
while (/:2[12]:/.test(new Date().toISOString())) await sleep(1_000, limit.refresh());
await run('npm run verify', 1);
for (const [line, result, name = ''] of output.matchAll(/^(ok|FAILED|skipped) +(.+)/gm)) {
  const [, reason] = gaps.find(([checks]) => checks.test(name)) ?? [];
  console.log(line, reason ? `– ${reason}` : '');
  if (result === (reason ? 'ok' : 'FAILED')) fail(`Not expected: ${line}`);
}

const [id] = new URL(outputs['amplify-dev'].BaseUrl).host.split('.');
const url = `${aws}/_aws/execute-api/${id}/$default/v1/rate-limits`;
const quotaLimit = async () =>
  (await fetch(url, { headers: { 'X-API-Key': 'my-key' } })).headers.get('x-ratelimit-limit');
assert.equal(await quotaLimit(), '30');
await cdk('deploy --require-approval never --app "node test/rehearsal/changed-plan.ts"');
assert.equal(await quotaLimit(), '60');
await cdk('destroy --force');
assert.equal(await quotaLimit(), null);
process.exit();
