import { inspect } from 'node:util';
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { generateKey } from '../../../functions/keys/format.ts';
import { grammar, help } from '../../../lib/accounts/command-line.ts';
import { commands } from '../../../lib/accounts/commands.ts';
import type { CommandContext } from '../../../lib/accounts/options.ts';
import { readCommandLine } from '../../../lib/operator/command-line.ts';

const id = '0f8fad5b-d9cb-469f-a165-70867728950e';

/** Does what the command line says, where no account can be reached: a mistake is found before. */
const attempt = async (words: string, given?: string) => {
  const invocation = readCommandLine(grammar, words.split(' ').filter(Boolean));
  if (invocation === undefined) return help;
  const { command, stage, options } = invocation;
  const found = async () => {
    throw new Error('looked up');
  };
  const readEmail = async () => {
    if (given === undefined) throw new Error('asked for');
    return given;
  };
  const accounts = { find: found, findByEmail: found };
  const context = { stage, accounts, readEmail, now: Date.now, interactive: false };
  return command.run(options, context as unknown as CommandContext);
};

test.each([
  ['', 'Say what to do: list, show, plan, suspend, resume, delete. To read more, say --help.'],
  ['issue --stage prod', 'Say what to do: '],
  ['list', 'Say --stage. The stages that issue keys: prod.'],
  ['list --stage demo', 'The stage "demo" issues no keys'],
  [`list ${id} --stage prod`, 'list takes no id.'],
  ['list --stage prod --yes', 'list takes no --yes.'],
  ['list --stage prod --owner me', "Unknown option '--owner'"],
  [`show ${id} --plan free --stage prod`, 'show takes no --plan.'],
  [`resume ${id} --yes --stage prod`, 'resume takes no --yes.'],
  [`suspend ${id} --user-pool x --stage prod`, 'suspend takes no --user-pool.'],
  [`show ${id} ${id} --stage prod`, 'show takes one account at a time.'],
  ['show --stage prod', 'Say which account: by its id, as list shows it, or with --email -, '],
  ['show \u001b[31m --stage prod', 'Say which account: '],
  [`show ${'x'.repeat(256)} --stage prod`, 'Say which account: '],
  [`show ${id} --email - --stage prod`, 'Say which account once: '],
  ['show --email= --stage prod', '--email takes only -: '],
  [`show --email ${id} --stage prod`, '--email takes only -: '],
  [`plan ${id} --stage prod`, 'Say --plan. The plans of the stage "prod": free, standard, '],
  [`plan ${id} --plan gold --stage prod`, 'Unknown plan "gold". The plans of the stage'],
  ['plan --email - --plan gold --stage prod', 'Unknown plan "gold".'],
  ['suspend --email - --stage prod', 'Say --yes, too: where standard input holds the address, '],
  ['delete --email - --stage prod', 'Say --yes, too: where standard input holds the address, '],
])('%j is a mistake, found before anything is asked or looked up', async (words, message) => {
  await expect(attempt(words)).rejects.toThrow(message);
});

test.each(['show', 'plan --plan free', 'suspend --yes', 'resume', 'delete --yes'])(
  '%s takes an id, or an address that is read',
  async (words) => {
    await expect(attempt(`${words} ${id} --stage prod`)).rejects.toThrow('looked up');
    await expect(attempt(`${words} --email - --stage prod`)).rejects.toThrow('asked for');
    await expect(attempt(`${words} --email - --stage prod`, 'somebody')).rejects.toThrow(
      'looked up',
    );
    await expect(attempt(`${words} --email - --stage prod`, '')).rejects.toThrow(
      'No address was given.',
    );
  },
);

test('whatever else is wrong with a command line, an address on it is not echoed', () => {
  const words = fc.constantFrom(
    ...Object.keys(commands),
    ...['--stage', '--stage=prod', 'prod', '--email', '-', '--plan', '--yes', '--json', '--', id],
  );
  const before = fc.constantFrom('', '-', '--', '--email=', '--all=', '"', '\n', 'mailto:');
  fc.assert(
    fc.property(fc.array(words), before, fc.array(words), (first, prefix, last) => {
      const error = (() => {
        try {
          return readCommandLine(grammar, [...first, `${prefix}jane.doe@example.com`, ...last]);
        } catch (thrown) {
          return thrown;
        }
      })();
      expect(error).toBeInstanceOf(Error);
      expect((error as Error).message).toMatch(/^Nothing was done: addresses are not taken as /);
      expect(inspect(error, { depth: null })).not.toMatch(/jane|doe|example\.com/);
    }),
  );
});

test('a key on a command line is refused, too', async () => {
  const key = generateKey('prod', 'secret');
  const error = await attempt(`show ${key} --stage prod`).catch((thrown: Error) => thrown);
  expect((error as Error).message).toMatch(
    /^Nothing was done: keys are not .* npm run keys -- show --key -, .*: revoke or rotate [0-9a-f]{16}\.$/,
  );
  expect(inspect(error, { depth: null })).not.toContain(key.slice('amp_prod_'.length, 20));
});

test.each(['--help', '-h', 'delete --help'])('%s is help', async (words) => {
  expect(await attempt(words)).toBe(help);
});

test('help explains every command, in lines that fit a terminal', () => {
  for (const name of Object.keys(commands)) expect(help).toMatch(new RegExp(`^  ${name} `, 'm'));
  for (const line of help.split('\n')) expect(line.length).toBeLessThanOrEqual(100);
});
