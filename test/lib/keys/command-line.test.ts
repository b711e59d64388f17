import { expect, test } from '@jest/globals';
import { generateKey } from '../../../functions/keys/format.ts';
import { keyHash, keyId } from '../../../functions/keys/hash.ts';
import { help, readCommandLine } from '../../../lib/keys/command-line.ts';
import { commands, type Place } from '../../../lib/keys/commands.ts';

const id = '0123456789abcdef';
const now = Date.parse('2030-01-01T00:00:00Z');

/** Does what the command line says, where no key can be reached: a mistake is found before. */
const attempt = async (words: string) => {
  const wish = readCommandLine(words.split(' ').filter(Boolean));
  if (wish === undefined) return help;
  const { command, stage, said } = wish;
  return command.run(said, { stage, keys: {}, now: () => now } as Place);
};

test.each([
  [
    '',
    'Say what to do: issue, list, show, revoke, rotate, plan, issuer. To read more, say --help.',
  ],
  ['dance --stage prod', 'Say what to do: '],
  ['toString --stage prod', 'Say what to do: '],
  ['issuer --stage prod --grace 1h', 'issuer takes no --grace.'],
  ['list --stage prod --new', 'list takes no --new.'],
  ['list', 'Say --stage. The stages that issue keys: prod.'],
  ['list --stage', "Option '--stage <value>' argument missing"],
  ['list --stage moon', 'Unknown stage "moon". The stages are: '],
  ['list --stage demo', 'The stage "demo" issues no keys: it takes any. Those that do: prod.'],
  ['list --stage prod --owner me', 'list takes no --owner.'],
  [`list ${id} --stage prod`, 'list takes no id.'],
  ['list --stage prod --all', "Unknown option '--all'"],
  ['list --stage prod --json=yes', "Option '--json' does not take an argument"],
  ['issue --stage prod --plan free', 'Say --owner, whose key it is, '],
  ['issue --stage prod --plan free --owner=', 'Say --owner, '],
  ['issue --stage prod --plan free --owner \u001b[31m', 'Say --owner, '],
  [`issue --stage prod --plan free --owner ${'x'.repeat(101)}`, 'Say --owner, '],
  ['issue --stage prod --owner me', 'Say --plan. The plans of the stage "prod": free, standard, '],
  ['issue --stage prod --owner me --plan gold', 'Unknown plan "gold". The plans of the stage'],
  ['issue --stage prod --owner me --plan free --expires 2029-12-31', '"2029-12-31" is past: '],
  ['issue --stage prod --owner me --plan free --expires 0s', '"0s" is past: '],
  ['issue --stage prod --owner me --plan free --expires soon', '"soon" is no moment: '],
  ['show --stage prod', 'Say which key: by its id, '],
  ['show 0123 --stage prod', 'Say which key: by its id, '],
  [`show ${id} ${id} --stage prod`, 'show takes one key at a time.'],
  ['revoke --yes --stage prod', 'Say which key: '],
  ['issue --stage prod --owner me --plan free --expires 3651d', '"3651d" is no moment: '],
  ['issue --stage prod --owner me --plan free --expires 10000-01-01', 'is no moment: '],
  [`rotate ${id} --grace forever --stage prod`, '"forever" is no grace: '],
  [`rotate ${id} --grace=-1d --stage prod`, '"-1d" is no grace: '],
  [`rotate ${id} --grace 3651d --stage prod`, '(30m, 24h, 7d), at most 3650d.'],
  [`rotate ${id} --expires 2030-01-01 --stage prod`, '"2030-01-01" is past: '],
  [`plan ${id} --stage prod`, 'Say --plan. '],
])('%j is a mistake', async (words, message) => {
  await expect(attempt(words)).rejects.toThrow(message);
});

test('a key that is mistyped is not echoed', async () => {
  const key = generateKey('prod', 'secret').slice(0, -1);
  await expect(attempt(`show ${key} --stage prod`)).rejects.toThrow(/^(?!.*amp_).*$/);
});

test('a key may be named by itself', async () => {
  const key = generateKey('prod', 'secret');
  const asked: string[] = [];
  const find = async (asking: string) => {
    asked.push(asking);
    throw new Error('found');
  };
  const wish = readCommandLine(['show', key, '--stage', 'prod']);
  const place = { stage: wish?.stage, keys: { find } } as unknown as Place;
  await expect(wish?.command.run(wish.said, place)).rejects.toThrow('found');
  expect(asked).toEqual([keyId(keyHash(key))]);
});

test.each(['--help', '-h', 'issue --help', 'list --stage prod --help'])(
  '%s is help',
  async (words) => {
    expect(await attempt(words)).toBe(help);
  },
);

test('help explains every command, in lines that fit a terminal', () => {
  for (const name of Object.keys(commands)) expect(help).toMatch(new RegExp(`^  ${name} `, 'm'));
  for (const line of help.split('\n')) expect(line.length).toBeLessThanOrEqual(100);
});
