/** The templates of demo and prod: their routes, permissions and triggers, and roles that allow exactly what is done. */
import { beforeAll, describe, expect, jest, test } from '@jest/globals';
import { createAccountStore } from '../../functions/accounts/account-store.ts';
import { suspended } from '../../functions/accounts/changes.ts';
import { stageNamed } from '../../lib/settings/stages.ts';
import { accountTableName } from '../../lib/settings/tables.ts';
import { post } from '../contract/checks/described.ts';
import { checks, groups, testEach } from '../contract/checks.ts';
import type { Check } from '../contract/client.ts';
import { connect, issueKey } from '../support/account-tables.ts';
import { ranking, startBedrock } from '../support/bedrock-stand-in.ts';
import { startDatabase } from '../support/dynamodb-wire.ts';
import { newKey } from '../support/service.ts';
import { createCaller, signIn } from '../support/sign-in.ts';
import { builtStages, readTemplate } from '../support/synth.ts';
import { type Deployment, deploy } from './deployment.ts';

const { exitCode, folder } = await builtStages('demo', 'prod');

/** Prod keeps the whole contract; of demo, each function is called. A used up window would take a minute. */
const rehearsed: Readonly<Record<string, readonly Check[]>> = {
  demo: groups.slots,
  prod: checks.filter(({ slots }) => slots !== 'all'),
};

describe.each(Object.entries(rehearsed))('stage %s', (name, checks) => {
  const stage = stageNamed(name);
  let deployment: Deployment;
  let dynamodb: string;
  /** With enough slots for all checks, on a stage that issues keys. */
  let issued: string | undefined;

  beforeAll(async () => {
    expect(exitCode).toBe(0);
    dynamodb = await startDatabase([]);
    const bedrock = await startBedrock();
    bedrock.reply(ranking(Array.from({ length: 20 }, (_, index) => index + 1)));
    const targets = { dynamodb, bedrock: bedrock.url };
    deployment = await deploy(await readTemplate(folder, name), folder, targets);
    if (name === 'prod') issued = await issueKey(connect(dynamodb), { stage: name });
  });

  testEach(checks, () => {
    return { url: deployment.url, stage, key: issued ?? newKey(), model: stage.emphasis.model };
  });

  if (name === 'prod') {
    test('serves all endpoints of an account', async () => {
      const ask = createCaller(deployment, await signIn(deployment, 'caller@example.com'));
      expect((await ask('PUT')).status).toBe(200);
      const { key, item } = (await ask('POST', '/keys', { name: 'mine' })).json;
      await post(deployment.url, '/v1/shout', key, { text: 'a' }, 200);
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
      const ask = createCaller(deployment, await signIn(deployment, 'suspended@example.com'));
      await ask('PUT');
      const { item } = (await ask('POST', '/keys', { name: 'mine' })).json;
      const [id = ''] = item.id.split('-');
      const accounts = createAccountStore(connect(dynamodb), accountTableName(name));
      const infoSpy = jest.spyOn(console, 'info').mockImplementation(() => {});
      await accounts.change({ id }, { change: 'suspend' }, suspended);
      infoSpy.mockRestore();
      expect((await ask('DELETE')).status).toBe(204);
    });
  }

  test('allows its functions exactly what they did', () => {
    expect([...deployment.faults]).toEqual([]);
    const { calls, permissions } = deployment;
    expect([...calls].sort()).toEqual(permissions.toSorted());
  });
});
