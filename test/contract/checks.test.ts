/** The checks of `npm run verify`, on the local server. */
import { beforeAll, describe, expect, test } from '@jest/globals';
import { checks, groups } from '../../lib/tools/verify/checks.ts';
import type { Finding } from '../../lib/tools/verify/run.ts';
import { clientOf, issueKey } from '../support/account-tables.ts';
import { sharedDemo, sharedProduction } from '../support/service.ts';
import { runVerify } from '../support/verify-tool.ts';

/** The checks of a stage without accounts. */
const applicable = checks
  .filter((check) => !groups.accounts.includes(check))
  .map(({ name }) => name);

describe('a stage with demo keys', () => {
  let ran: Awaited<ReturnType<typeof runVerify>>;
  let findings: readonly Finding[];
  beforeAll(async () => {
    const { url } = await sharedDemo();
    ran = await runVerify(`--url ${url}/ --model embedded --json`);
    if (ran.stdout === '') throw new Error(ran.stderr);
    findings = JSON.parse(ran.stdout).checks;
  });

  test.each(applicable)('%s', (name) => {
    const finding = findings.find((found) => found.name === name);
    expect([finding?.outcome, finding?.detail]).toEqual(['ok', finding?.detail]);
  });

  test('the slots used and the total are printed', () => {
    const announced = `, stage demo: ${checks.length} checks, about \\d+ slots of new keys\n$`;
    expect(ran.stderr).toMatch(new RegExp(announced));
    const total = `${applicable.length} ok, 0 failed, 2 skipped`;
    expect(JSON.parse(ran.stdout)).toMatchObject({ stage: 'demo', total });
    expect(ran.code).toBe(0);
  });
});

describe('a stage with issued keys', () => {
  // The rehearsal runs all checks.
  const some = ['described', 'slots', 'cors', 'routes', 'site', 'quota']
    .map((group) => `--skip ${group}`)
    .join(' ');

  test('passes with a key from standard input', async () => {
    const { url, dynamodbUrl } = await sharedProduction();
    const client = clientOf(dynamodbUrl);
    const key = await issueKey(client);
    const { code, stdout, stderr } = await runVerify(
      `--url ${url} --key - ${some}`,
      {},
      `${key}\n`,
    );
    expect(stdout).toMatch(/\n\d+ ok, 0 failed\n$/);
    expect(stdout + stderr).not.toContain(key);
    expect(code).toBe(0);
  });

  test('passes without a key, and lists what is skipped', async () => {
    const { url } = await sharedProduction();
    const { code, stdout } = await runVerify(`--url ${url} --skip keys --skip site --skip quota`);
    expect(stdout).toMatch(/^http\S+, stage prod: \d+ checks, no slots\n/);
    expect(stdout).toContain('\nok           the dashboard says where to sign in (at http');
    expect(stdout).toContain(
      '\nskipped      POST /v1/shout answers 200 as described: it needs a key\n',
    );
    expect(stdout).toMatch(/\n\d+ ok, 0 failed, \d\d skipped\n$/);
    expect(code).toBe(0);
  });
});
