/** Every stage's template passes the contract's checks. */
import { beforeAll, describe, expect, jest, test } from '@jest/globals';
import { suspended } from '../../functions/accounts/changes.ts';
import { accountStore } from '../../functions/accounts/store.ts';
import { stageNamed, stageNames } from '../../lib/settings/stages.ts';
import { accountTableName } from '../../lib/settings/tables.ts';
import { checks, isFor, testEach } from '../contract/checks.ts';
import { newKey, post } from '../contract/client.ts';
import { clientOf, issueKey } from '../support/account-tables.ts';
import { type BedrockStandIn, ranking, startBedrock } from '../support/bedrock-stand-in.ts';
import { startDatabase } from '../support/dynamodb-wire.ts';
import { callerOf, signIn } from '../support/sign-in.ts';
import { everyStage, readTemplate } from '../support/synth.ts';
import { type Rehearsal, rehearse } from './rehearse.ts';

let assets: string;
let dynamodb: string;
let bedrock: BedrockStandIn;

beforeAll(async () => {
  const { exitCode, folder } = await everyStage();
  expect(exitCode).toBe(0);
  assets = folder;
  [dynamodb, bedrock] = await Promise.all([startDatabase([]), startBedrock()]);
  bedrock.reply(ranking(Array.from({ length: 20 }, (_, index) => index + 1)));
});

// The template of dev is that of demo with other limits.
describe.each(stageNames.filter((name) => name !== 'dev'))('stage %s', (name) => {
  const stage = stageNamed(name);
  let rehearsal: Rehearsal;
  /** A key with enough slots for all checks, on a stage that issues keys. */
  let issued: string | undefined;

  beforeAll(async () => {
    const template = await readTemplate(assets, name);
    const targets = { dynamodb, bedrock: bedrock.url };
    rehearsal = await rehearse(template, `amplify-${name}`, assets, targets);
    if (stage.keys.policy === 'issued') {
      issued = await issueKey(clientOf(dynamodb), { stage: name });
    }
  });

  // Those that use up a key's slots would wait for the end of a window, which is a minute.
  testEach(
    checks.filter((check) => check.slots !== 'all' && isFor(stage, check)),
    () => ({ url: rehearsal.url, stage, key: issued ?? newKey(), model: stage.emphasis.model }),
  );

  if (stage.keys.policy === 'issued') {
    test('serves all endpoints of an account', async () => {
      const ask = callerOf(rehearsal, await signIn(rehearsal, 'caller@example.com'));
      expect((await ask('PUT')).status).toBe(200);
      const { key, item } = (await ask('POST', '/keys', { name: 'mine' })).json;
      await post(rehearsal.url, '/v1/shout', key, { text: 'a' }, 200);
      expect((await ask('GET')).json.keys).toMatchObject([{ name: 'mine' }]);
      const used = { id: item.id, last_used_at: expect.any(String) };
      expect((await ask('GET', '/usage')).json.keys).toMatchObject([used]);
      expect((await ask('PATCH', `/keys/${item.id}`, { name: 'ours' })).status).toBe(200);
      const rotation = { grace_seconds: 0 };
      const { json: rotated } = await ask('POST', `/keys/${item.id}/rotate`, rotation);
      expect((await ask('DELETE', `/keys/${rotated.item.id}`)).status).toBe(200);
      expect((await ask('DELETE')).status).toBe(204);
    });

    test('deletes a suspended account, whose user is disabled', async () => {
      const ask = callerOf(rehearsal, await signIn(rehearsal, 'suspended@example.com'));
      await ask('PUT');
      const { item } = (await ask('POST', '/keys', { name: 'mine' })).json;
      const [id = ''] = item.id.split('-');
      const accounts = accountStore(clientOf(dynamodb), accountTableName(name));
      const logged = jest.spyOn(console, 'info').mockImplementation(() => {});
      await accounts.change({ id }, { change: 'suspend' }, suspended);
      expect(logged.mock.calls).toEqual([[{ account: id, change: 'suspend' }]]);
      logged.mockRestore();
      expect((await ask('DELETE')).status).toBe(204);
    });
  }

  test('allows its functions exactly what they did', () => {
    expect([...rehearsal.faults]).toEqual([]);
    const { calls, permissions } = rehearsal;
    expect([...calls].sort()).toEqual(permissions.toSorted());
  });
});
