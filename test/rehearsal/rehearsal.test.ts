/** Every stage's template passes the contract's checks. */
import { beforeAll, describe, expect, jest, test } from '@jest/globals';
import { suspended } from '../../functions/accounts/changes.ts';
import { accountStore } from '../../functions/accounts/store.ts';
import { stageNamed, stageNames } from '../../lib/settings/stages.ts';
import { accountTableName } from '../../lib/settings/tables.ts';
import { checks, groups, isFor, testEach } from '../contract/checks.ts';
import { newKey, post } from '../contract/client.ts';
import { clientOf, issueKey } from '../support/account-tables.ts';
import { type BedrockStandIn, ranking, startBedrock } from '../support/bedrock-stand-in.ts';
import { startDatabase } from '../support/dynamodb-wire.ts';
import { callerOf, signIn } from '../support/sign-in.ts';
import { everyStage, readTemplate } from '../support/synth.ts';
import { type Rehearsal, rehearse } from './rehearse.ts';
import { arn } from './stack.ts';

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

/** The checks that fail if a part of the stack is missing. */
const partChecks = [
  ...groups.slots,
  ...groups.described,
  ...groups.emphasis,
  ...groups.accounts,
  ...groups.cors,
  ...groups.routes,
];

/** Creates keys, each with enough slots for a check. */
const keysOf = async (name: string): Promise<() => string> => {
  if (stageNamed(name).keys.policy === 'demo') return newKey;
  const key = await issueKey(clientOf(dynamodb), { stage: name });
  return () => key;
};

// The template of dev is that of demo with other limits.
describe.each(stageNames.filter((name) => name !== 'dev'))('stage %s', (name) => {
  const stage = stageNamed(name);
  let rehearsal: Rehearsal;
  let nextKey: () => string;

  beforeAll(async () => {
    const template = await readTemplate(assets, name);
    const targets = { dynamodb, bedrock: bedrock.url };
    rehearsal = await rehearse(template, `amplify-${name}`, assets, targets);
    nextKey = await keysOf(name);
  });

  const chosen = name === 'prod' ? checks : partChecks;
  // Those that use up a key's slots would wait for the end of a window, which is a minute.
  testEach(
    chosen.filter((check) => check.slots !== 'all' && isFor(stage, check)),
    () => ({ url: rehearsal.url, stage, key: nextKey(), model: stage.emphasis.model }),
  );

  if (stage.keys.policy === 'issued') {
    /** Calls an endpoint of an account. */
    const caller = async (email: string) => {
      const call = callerOf(rehearsal, await signIn(rehearsal, email));
      return async (...request: Parameters<typeof call>) => {
        const { status, json } = await call(...request);
        return [status, json];
      };
    };

    test('serves all endpoints of an account', async () => {
      const ask = await caller('caller@example.com');
      expect(await ask('PUT', '')).toMatchObject([200, {}]);
      const [created, { key, item }] = await ask('POST', '/keys', { name: 'mine' });
      expect(created).toBe(201);
      const { status } = await post(rehearsal.url, '/v1/shout', key, { text: 'a' });
      expect(status).toBe(200);
      expect(await ask('GET', '')).toMatchObject([200, { keys: [{ name: 'mine' }] }]);
      const used = { id: item.id, last_used_at: expect.any(String) };
      expect(await ask('GET', '/usage')).toMatchObject([200, { keys: [used] }]);
      expect(await ask('PATCH', `/keys/${item.id}`, { name: 'ours' })).toMatchObject([200, {}]);
      const rotation = { grace_seconds: 0 };
      const [rotated, successor] = await ask('POST', `/keys/${item.id}/rotate`, rotation);
      expect(rotated).toBe(201);
      expect(await ask('DELETE', `/keys/${successor.item.id}`)).toMatchObject([200, {}]);
      expect(await ask('DELETE', '')).toEqual([204, undefined]);
    });

    test('deletes a suspended account, whose user is disabled', async () => {
      const ask = await caller('suspended@example.com');
      await ask('PUT', '');
      const [, { item }] = await ask('POST', '/keys', { name: 'mine' });
      const [id = ''] = item.id.split('-');
      const accounts = accountStore(clientOf(dynamodb), accountTableName(name));
      const logged = jest.spyOn(console, 'info').mockImplementation(() => {});
      await accounts.change({ id }, { change: 'suspend' }, suspended);
      expect(logged.mock.calls).toEqual([[{ account: id, change: 'suspend' }]]);
      logged.mockRestore();
      expect(await ask('DELETE', '')).toEqual([204, undefined]);
    });
  }

  test('allows its functions exactly what they did', () => {
    const { keyParameter } = stage.monitoring?.probe ?? {};
    // The probe has no route.
    const ofProbe = keyParameter
      ? [`ProbeFunction: ssm:GetParameter on ${arn('ssm', `parameter${keyParameter}`)}`]
      : [];
    expect([...rehearsal.faults]).toEqual([]);
    const { calls, permissions } = rehearsal;
    expect([...calls, ...ofProbe].sort()).toEqual(permissions.toSorted());
  });
});
