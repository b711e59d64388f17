/** The contract, on the local server: on a stage that accepts any key, and on one with accounts. */
import { beforeAll, describe } from '@jest/globals';
import { localSettings } from '../../lib/local/local-settings.ts';
import { clientOf, issueKey } from '../support/account-tables.ts';
import { longWindow, sharedDemo, sharedProduction } from '../support/service.ts';
import { describedErrorChecks } from './checks/endpoints.ts';
import { checks, isFor, testEach } from './checks.ts';
import { newKey } from './client.ts';

const model = 'embedded';

describe('a stage that accepts any key', () => {
  const { stage } = localSettings([], longWindow);
  const usedUp = newKey();
  let url: string;
  beforeAll(async () => {
    ({ url } = sharedDemo());
  });

  testEach(
    [...describedErrorChecks, ...checks.filter((check) => isFor(stage, check))],
    ({ slots }) => ({ url, stage, key: slots === 'all' ? usedUp : newKey(), model }),
  );
});

describe('a stage with accounts', () => {
  const { stage } = localSettings(['--stage', 'prod'], {});
  let url: string;
  let key: string;
  let usedUp: string;
  beforeAll(async () => {
    const service = sharedProduction();
    const client = clientOf(service.dynamodbUrl);
    ({ url } = service);
    key = await issueKey(client);
    usedUp = await issueKey(client, { plan: 'free' });
  });

  testEach(checks, ({ slots }) => ({ url, stage, key: slots === 'all' ? usedUp : key, model }));
});
