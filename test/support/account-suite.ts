/** What the tests of the account endpoints share. */
import { inspect } from 'node:util';
import { afterEach, beforeAll, beforeEach, expect, jest } from '@jest/globals';
import { acceptedKeysReader } from '../../functions/accounts/account-item.ts';
import { accountStore } from '../../functions/accounts/account-store.ts';
import { issuedPolicy } from '../../functions/keys/policy.ts';
import {
  type AccountBackend,
  type AccountCall,
  newPerson,
  startAccountFunctions,
} from './account-functions.ts';
import { accountTable, limits, plans, refOf } from './account-tables.ts';

/** Starts the account endpoints, with a new user in each test, and checks that no log has the user or a key. */
export const accountSuite = () => {
  const suite = {
    backend: {} as AccountBackend,
    sub: '',
    logged: (level: 'error' | 'info') =>
      inspect(jest.mocked(console[level]).mock.calls, { depth: 20 }),
    /** The logged changes. */
    changes: () => jest.mocked(console.info).mock.calls.flat(),
    call: (name: Parameters<AccountBackend['call']>[0], request: AccountCall = {}) =>
      suite.backend.call(name, { sub: suite.sub, ...request }),
    operator: (change: Parameters<ReturnType<typeof accountStore>['change']>[2]) =>
      accountStore(suite.backend.database.client, accountTable).change(
        { id: refOf(suite.sub).id },
        { change: 'operator' },
        change,
      ),
    /** Creates an account with a key. */
    openWithKey: async (): Promise<{ readonly id: string; readonly key: string }> => {
      await suite.call('open-account');
      const { json } = await suite.call('create-key', { body: { name: 'laptop' } });
      return { id: json.item.id, key: json.key };
    },
    /** Whether a new function accepts a key. */
    isAccepted: async (key: string): Promise<boolean> => {
      const read = acceptedKeysReader(suite.backend.database.client, accountTable);
      return (await issuedPolicy({ stage: 'prod', plans, ...limits, read })(key)) !== undefined;
    },
  };

  beforeAll(async () => {
    suite.backend = await startAccountFunctions();
  });

  beforeEach(() => {
    jest.spyOn(console, 'error').mockImplementation(() => {});
    jest.spyOn(console, 'info').mockImplementation(() => {});
    suite.sub = newPerson();
    suite.backend.signIn.reply();
    suite.backend.database.wire.calls.length = 0;
  });

  afterEach(() => {
    suite.backend.database.wire.fault = undefined;
    expect(suite.logged('error') + suite.logged('info')).not.toMatch(
      /secret|person-|example\.com|amp_prod_/,
    );
    jest.restoreAllMocks();
  });
  return suite;
};
