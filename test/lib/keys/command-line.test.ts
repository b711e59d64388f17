import { inspect } from 'node:util';
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { generateKey } from '../../../functions/keys/format.ts';
import { keyHash, keyId } from '../../../functions/keys/hash.ts';
import { grammar, help } from '../../../lib/keys/command-line.ts';
import { type CommandContext, commands } from '../../../lib/keys/commands.ts';
import { readCommandLine } from '../../../lib/operator/command-line.ts';

const id = '0123456789abcdef';
const now = Date.parse('2030-01-01T00:00:00Z');

/** Does what the command line says, where no key can be reached: a mistake is found before. */
const attempt = async (words: string) => {
  const invocation = readCommandLine(grammar, words.split(' ').filter(Boolean));
  if (invocation === undefined) return help;
  const { command, stage, options } = invocation;
  return command.run(options, { stage, keys: {}, now: () => now } as CommandContext);
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

const key = generateKey('prod', 'secret');
const leaked = `Take this one as leaked: revoke or rotate ${keyId(keyHash(key))}.`;
const leakedToo = 'Take this one as leaked: revoke or rotate it.';

test.each([
  [`show ${key} --stage prod`, leaked],
  [`revoke "${key}" --yes --stage prod`, leaked],
  [`show --key ${key} --stage prod`, leaked],
  [`show --key=${key} --stage prod`, leaked],
  [`--${key}`, leaked],
  [key, leaked],
  [`issue --owner ${key}`, leaked],
  [`plan ${id} --plan=${key} --stage prod`, leaked],
  [`--help ${key}`, leaked],
  [`show ${generateKey('eu-2', 'secret')}`, 'revoke or rotate '],
  [`show ${key.slice(0, -1)}`, leakedToo],
  [`show ${key}0`, leakedToo],
])(
  'a command line with a key on it is refused, and the key is not echoed: %#',
  async (words, end) => {
    const error = await attempt(words).catch((thrown: Error) => thrown);
    expect(error).toMatchObject({
      message: expect.stringMatching(/^Nothing was done: keys are not/),
    });
    expect((error as Error).message).toContain(end);
    expect(inspect(error, { depth: null })).not.toContain(key.slice('amp_prod_'.length, 20));
  },
);

test('whatever else is wrong with a command line, a key on it is not echoed', () => {
  const words = fc.constantFrom(
    ...Object.keys(commands),
    ...[
      '--stage',
      '--stage=prod',
      'prod',
      '--key',
      '-',
      '--plan',
      '--grace',
      '--expires',
      '--owner',
    ],
    ...['--yes', '--json', '--', '--all', id, '24h', '2030-02-01'],
  );
  const aroundKey = fc.constantFrom(
    '',
    '-',
    '--',
    '--key=',
    '--all=',
    '"',
    '--owner=x ',
    '\n',
    'X-API-Key: ',
  );
  const withKey = fc
    .tuple(aroundKey, fc.constantFrom('', '"', '\n', ',', '0'))
    .map(([before, after]) => [before, key, after].join(''));
  fc.assert(
    fc.property(fc.array(words), withKey, fc.array(words), (before, found, after) => {
      const error = (() => {
        try {
          return readCommandLine(grammar, [...before, found, ...after]);
        } catch (thrown) {
          return thrown;
        }
      })();
      expect(error).toBeInstanceOf(Error);
      expect((error as Error).message).toMatch(/^Nothing was done: keys are not taken/);
      expect(inspect(error, { depth: null })).not.toContain(key.slice('amp_prod_'.length, 20));
    }),
  );
});

test('an owner that only begins like a key is none', async () => {
  await expect(attempt('issue --stage prod --owner amp_prod_live')).rejects.toThrow('Say --plan.');
});

/** Does what the command line says, with a key that is given when asked for. */
const attemptWith = (words: string, given: string) => {
  const invocation = readCommandLine(grammar, words.split(' '));
  const asked: string[] = [];
  const find = async (asking: string) => {
    asked.push(asking);
    throw new Error('looked up');
  };
  const context = {
    stage: invocation?.stage,
    keys: { find, rotate: find, changePlan: find, issuer: async () => undefined },
    now: () => now,
    readKey: async () => {
      asked.push('key');
      return given;
    },
    interactive: false,
  } as unknown as CommandContext;
  return { asked, done: invocation?.command.run(invocation.options, context) };
};

test.each(['show', 'revoke --yes', 'rotate', 'plan --plan free'])(
  '%s takes a key that is read',
  async (words) => {
    const { asked, done } = attemptWith(`${words} --key - --stage prod`, key);
    await expect(done).rejects.toThrow('looked up');
    expect(asked).toEqual(['key', keyId(keyHash(key))]);
  },
);

test.each([
  ['', 'No key was given.'],
  [`${key}0`, 'That is no key of the stage "prod": is it whole, and nothing else?'],
  [`${key} ${key}`, 'That is no key of the stage "prod"'],
  [generateKey('dev', 'secret'), 'That is no key of the stage "prod"'],
  [id, 'That is no key of the stage "prod"'],
])('what is read and is no key is refused, and not echoed: %#', async (given, message) => {
  const error = await attemptWith('show --key - --stage prod', given).done?.catch(
    (thrown: Error) => thrown,
  );
  expect(error).toMatchObject({ message: expect.stringContaining(message) });
  expect(inspect(error)).not.toMatch(/amp_/);
});

test.each([
  [`show ${id} --key - --stage prod`, 'Say which key once: '],
  [`show --key ${id} --stage prod`, '--key takes only -: '],
  ['show --key= --stage prod', '--key takes only -: '],
  ['plan --key - --plan gold --stage prod', 'Unknown plan "gold".'],
  ['rotate --key - --grace 9999999d --stage prod', '"9999999d" is no grace: '],
  ['revoke --key - --stage prod', 'Say --yes, too: where standard input holds the key, '],
])('%j is a mistake that is found before a key is asked for', async (words, message) => {
  const { asked, done } = attemptWith(words, key);
  await expect(done).rejects.toThrow(message);
  expect(asked).toEqual([]);
});

test.each(['list', 'issue --owner me --plan free', 'issuer'])('%s takes no key', async (words) => {
  await expect(attempt(`${words} --key - --stage prod`)).rejects.toThrow('takes no --key.');
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
