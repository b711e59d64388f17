/** Invalid command lines are rejected before anything else happens, and secrets in them are not repeated. */
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { accountOfKey, generateKey, keyHash, keyId } from '../../../functions/keys/format.ts';
import { clientOf } from '../../support/account-tables.ts';
import { runTool } from '../../support/operator-tool.ts';

const id = '3fK9abcDEF0';
const keyOfId = `${id}-0123abcd`;
const key = generateKey('prod', id);
/** Where nothing answers. */
const client = clientOf('http://127.0.0.1:9', { maxAttempts: 1 });

/** Runs a command line, and returns its error. */
const attempt = async (args: readonly string[], input = '') => {
  const { code, stdout, stderr } = await runTool(client, args, input);
  expect([code, stdout]).toEqual([1, '']);
  return stderr;
};
const wordsOf = (line: string) => line.split(' ').filter(Boolean);

test.each([
  ['', 'Which command? create, list, show, usage, plan, '],
  ['toString --stage prod', 'Which command? '],
  ['list', '--stage is missing. Stages with accounts: prod.'],
  ['list --stage demo', 'The stage "demo" accepts any key and has no accounts.'],
  ['list --stage prod --all', "Unknown option '--all'. The options are: --stage, "],
  ['list --stage prod --owner me', 'list takes no --owner.'],
  [`list ${id} --stage prod`, 'list takes no id.'],
  [`show ${id} ${id} --stage prod`, 'show takes one id, --email - or --key - at a time.'],
  ['issue --key - --name a --stage prod', 'issue takes no --key.'],
  ['create --plan free --stage prod', '--owner and --name need 1 to 100 printable characters.'],
  ['create --plan free --owner \u001b[31m --stage prod', '--owner and --name need '],
  ['create --owner me --stage prod', '--plan is missing. The plans of the stage "prod": free, '],
  ['create --owner me --plan gold --stage prod', 'Unknown plan "gold". The plans of the stage'],
  [`issue ${id} --stage prod`, '--owner and --name need 1 to 100 '],
  [`issue ${id} --name a --expires 2025-12-31 --stage prod`, 'Invalid --expires "2025-12-31": '],
  [`issue ${id} --name a --expires 0s --stage prod`, 'Invalid --expires "0s": '],
  [`rotate ${keyOfId} --grace=-1d --stage prod`, 'Invalid --grace "-1d": '],
  ['show --stage prod', 'Which account? '],
  [`suspend ${keyOfId} --stage prod`, 'Which account? '],
  [`revoke ${id} --stage prod`, 'Which key? '],
  [`show ${id} --email - --stage prod`, 'show takes one id, --email - or --key - at a time.'],
  [`show --email ${id} --stage prod`, '--email and --key take nothing but -, '],
  ['show --key= --stage prod', '--email and --key take nothing but -, '],
  [`show ${keyOfId} --email - --stage prod`, 'show takes one id, --email - or --key - at a time.'],
  [`restore ${id} --stage prod`, '--from needs the name of the table '],
  [`usage ${id} --days 0 --stage prod`, '--days needs a whole number from 1 to 32: '],
  [`usage ${id} --days 33 --stage prod`, '--days needs a whole number from 1 to 32: '],
])('%j is an invalid command line', async (words, message) => {
  expect(await attempt(wordsOf(words))).toContain(message);
});

test.each([
  ['show --email -', '', 'No address was given.'],
  ['restore --email - --from copy', '', 'No address was given.'],
  ['show --key -', '', 'No key was given.'],
  ['show --key -', `${key}0`, 'That is not a key of the stage "prod", or not the whole key.'],
  ['show --key -', generateKey('dev', id), 'That is not a key of the stage "prod"'],
])('%s rejects an invalid input: %#', async (words, input, message) => {
  const error = await attempt(wordsOf(`${words} --stage prod`), input);
  expect(error).toContain(message);
  expect(error).not.toContain(key.slice(9, 30));
});

test.each([
  [key, key, `Consider this one leaked: revoke or rotate ${keyId(id, keyHash(key))}.`],
  ['a key cut short', key.slice(0, -1), 'Consider this one leaked: revoke or rotate it.'],
  ['an address', 'jane.doe@example.com', 'Nothing was done. An address is never an argument'],
])('an invalid command line with a secret is not repeated: %#', async (_, secret, message) => {
  expect(accountOfKey(key, 'prod')).toBe(id);
  const words = fc.constantFrom(
    ...['show', 'revoke', 'issue', '--stage', 'prod', '--key', '-', '--email', '--plan', '--json'],
    ...['--', '--all', '--help', '--owner', '--name', id, '24h'],
  );
  const before = fc.constantFrom('', '-', '--', '--key=', '--email=', '--all=', '"', '\n');
  await fc.assert(
    fc.asyncProperty(fc.array(words), before, fc.array(words), async (first, prefix, last) => {
      const error = await attempt([...first, `${prefix}${secret}`, ...last]);
      expect(error).toContain(message);
      expect(error).not.toContain(secret.slice(-12));
    }),
  );
});

test.each(['--help', '-h', 'issue --help'])(
  '%s prints each command with its options, in lines that fit a terminal',
  async (words) => {
    const { code, stdout } = await runTool(client, wordsOf(words));
    expect(code).toBe(0);
    for (const line of [
      'create --owner NAME --plan PLAN                 creates an account without a sign-in',
      'usage ID [--days N]                             shows requests by day and key (default: 7 days)',
      'show ID|KEY                                     shows an account and its keys',
      'rotate KEY [--grace DURATION] [--expires WHEN]  replaces a key; the default grace is 24h',
      'restore ID --from TABLE [--yes]                 replaces an account by its copy',
    ]) {
      expect(stdout).toContain(`\n  ${line}`);
    }
    for (const line of stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(100);
  },
);
