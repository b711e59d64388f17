import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { stageNamed, stageNames } from '../settings/stages.ts';
import { confirm, readSecret, type Secret, type ToolProcess } from './input.ts';
import { operatorAccounts } from './operator-accounts.ts';
import { stageUsers } from './user-pool.ts';

/** A stage that has accounts. */
export type AccountStage = ReturnType<typeof stageOption>;

export const stageOption = (name: string | undefined) => {
  const names = stageNames.filter((one) => stageNamed(one).keys.policy === 'issued').join(', ');
  if (name === undefined) throw new Error(`--stage is missing. Stages with accounts: ${names}.`);
  const { keys } = stageNamed(name);
  if (keys.policy === 'issued') return { name, plans: keys.plans, limits: keys.accounts };
  throw new Error(
    `The stage "${name}" accepts any key and has no accounts. Stages with accounts: ${names}.`,
  );
};

/** What commands use, beside what they are given. */
export type CommandContext = ReturnType<typeof contextOf>;

export const contextOf = (
  client: DynamoDBClient,
  stage: AccountStage,
  given: Partial<Record<'email' | 'key' | 'user-pool', string> & Record<'yes', boolean>>,
  { stdin, stderr }: ToolProcess,
) => ({
  stage,
  accounts: operatorAccounts(client, stage.name),
  users: () => stageUsers(stage.name, given['user-pool']),
  readSecret: (secret: Secret) => readSecret(secret, stdin, stderr),
  /** Asks whether to go on, unless there was `--yes`. Rejects unless the answer is yes. */
  confirm: async (question: string): Promise<void> => {
    if (given.yes) return;
    if (!stdin.isTTY && (given.key ?? given.email) !== undefined) {
      throw new Error(
        "Add --yes: standard input holds the key or the address, so it can't hold a confirmation.",
      );
    }
    if (!(await confirm(question, stdin, stderr))) throw new Error('Nothing was done.');
  },
});
