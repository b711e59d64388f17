/** Invalid command lines are rejected before anything else happens, and secrets in them are not repeated. */
import { inspect } from 'node:util';
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { accountOfKey, generateKey } from '../../../../functions/keys/format.ts';
import { keyHash, keyId } from '../../../../functions/keys/hash.ts';
import type { CommandContext } from '../../../../lib/tools/accounts/command.ts';
import { help, readCommandLine } from '../../../../lib/tools/accounts/command-line.ts';

const id = '3fK9abcDEF0';
const keyOfId = `${id}-0123abcd`;
const key = generateKey('prod', id);
const now = Date.parse('2030-01-01T00:00:00Z');

/** Runs a command line without any service to reach. */
const attempt = async (words: string, input?: string) => {
  const invocation = readCommandLine(words.split(' ').filter(Boolean));
  if (invocation === undefined) return help;
  const { command, stage, options } = invocation;
  const read = async () => {
    if (input === undefined) throw new Error('asked for');
    return input;
  };
  const accounts = new Proxy(
    {},
    { get: (_, name) => () => Promise.reject(new Error(`${String(name)} called`)) },
  );
  const context = {
    stage,
    accounts,
    readEmail: read,
    readKey: read,
    now: () => now,
    interactive: false,
  };
  return command.run(options, context as unknown as CommandContext);
};

test.each([
  ['', 'Which command? create, list, show, '],
  ['toString --stage prod', 'Which command? '],
  ['list', '--stage is missing. Stages with accounts: prod.'],
  ['list --stage demo', 'The stage "demo" accepts any key and has no accounts.'],
  ['list --stage prod --all', "Unknown option '--all'. The options are: --stage, "],
  ['list --stage prod --owner me', 'list takes no --owner.'],
  [`list ${id} --stage prod`, 'list takes no id.'],
  [`show ${id} ${id} --stage prod`, 'show takes one id at a time.'],
  ['issue --key - --name a --stage prod', 'issue takes no --key.'],
  ['create --plan free --stage prod', '--owner needs 1 to 100 printable characters.'],
  ['create --plan free --owner \u001b[31m --stage prod', '--owner needs '],
  ['create --owner me --stage prod', '--plan is missing. The plans of the stage "prod": free, '],
  ['create --owner me --plan gold --stage prod', 'Unknown plan "gold". The plans of the stage'],
  [`issue ${id} --stage prod`, '--name needs 1 to 100 printable characters.'],
  [`issue ${id} --name a --expires 2029-12-31 --stage prod`, 'Invalid --expires "2029-12-31": '],
  [`issue ${id} --name a --expires 0s --stage prod`, 'Invalid --expires "0s": '],
  [`rotate ${keyOfId} --grace=-1d --stage prod`, 'Invalid --grace "-1d": '],
  ['show --stage prod', 'Which account? '],
  [`suspend ${keyOfId} --stage prod`, 'Which account? '],
  [`revoke ${id} --stage prod`, 'Which key? '],
  [`show ${id} --email - --stage prod`, 'Use either an id, --email - or --key -.'],
  [`show --email ${id} --stage prod`, '--email takes nothing but -, '],
  ['show --key= --stage prod', '--key takes nothing but -, '],
  [`show ${keyOfId} --email - --stage prod`, 'Use either an id, --email - or --key -.'],
  [`restore ${id} --stage prod`, '--from needs the name of the table '],
])('%j is an invalid command line', async (words, message) => {
  await expect(attempt(words)).rejects.toThrow(message);
});

test.each([
  ['show --email -', '', 'No address was given.'],
  ['restore --email - --from copy', '', 'No address was given.'],
  ['show --key -', '', 'No key was given.'],
  ['show --key -', `${key}0`, 'That is not a key of the stage "prod", or not the whole key.'],
  ['show --key -', generateKey('dev', id), 'That is not a key of the stage "prod"'],
])('%s rejects an invalid input: %#', async (words, input, message) => {
  const error = await attempt(`${words} --stage prod`, input).catch((thrown: Error) => thrown);
  expect((error as Error).message).toContain(message);
  expect(inspect(error)).not.toContain(key.slice(9, 30));
});

test.each([
  [key, key, `Consider this one leaked: revoke or rotate ${keyId(id, keyHash(key))}.`],
  ['a key cut short', key.slice(0, -1), 'Consider this one leaked: revoke or rotate it.'],
  ['an address', 'jane.doe@example.com', 'Nothing was done. An address is never an argument'],
])('an invalid command line with a secret is not repeated: %#', (_, secret, message) => {
  expect(accountOfKey(key, 'prod')).toBe(id);
  const words = fc.constantFrom(
    ...['show', 'revoke', 'issue', '--stage', 'prod', '--key', '-', '--email', '--plan', '--json'],
    ...['--', '--all', '--help', '--owner', '--name', id, '24h'],
  );
  const before = fc.constantFrom('', '-', '--', '--key=', '--email=', '--all=', '"', '\n');
  fc.assert(
    fc.property(fc.array(words), before, fc.array(words), (first, prefix, last) => {
      const error = (() => {
        try {
          return readCommandLine([...first, `${prefix}${secret}`, ...last]);
        } catch (thrown) {
          return thrown;
        }
      })();
      expect((error as Error).message).toContain(message);
      expect(inspect(error, { depth: null })).not.toContain(secret.slice(-12));
    }),
  );
});

test.each(['--help', '-h', 'issue --help'])(
  '%s prints help, in lines that fit a terminal',
  async (words) => {
    expect(await attempt(words)).toBe(help);
    for (const line of help.split('\n')) expect(line.length).toBeLessThanOrEqual(100);
  },
);
