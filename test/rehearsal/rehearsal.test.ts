/** The template of prod: its routes, permissions and triggers, and roles that allow exactly what is done. */
import { expect, jest, test } from '@jest/globals';
import { accountStore } from '../../functions/accounts/account-store.ts';
import { suspended } from '../../functions/accounts/changes.ts';
import { stageNamed } from '../../lib/settings/stages.ts';
import { accountTableName } from '../../lib/settings/tables.ts';
import { post } from '../contract/checks/described.ts';
import { checks, testEach } from '../contract/checks.ts';
import { clientOf, issueKey } from '../support/account-tables.ts';
import { ranking, startBedrock } from '../support/bedrock-stand-in.ts';
import { startDatabase } from '../support/dynamodb-wire.ts';
import { callerOf, signIn } from '../support/sign-in.ts';
import { builtStage, readTemplate } from '../support/synth.ts';
import { deploy } from './deployment.ts';

const stage = stageNamed('prod');
const { exitCode, folder, output } = await builtStage(stage.name);
if (exitCode !== 0) throw new Error(output);
const dynamodb = await startDatabase([]);
const client = clientOf(dynamodb);
const bedrock = await startBedrock();
bedrock.reply(ranking(Array.from({ length: 20 }, (_, index) => index + 1)));
const targets = { dynamodb, bedrock: bedrock.url };
const deployment = await deploy(await readTemplate(folder, stage.name), folder, targets);
const { url } = deployment;
/** With enough slots for all checks. */
const key = await issueKey(client);

// A used up window would take a minute.
testEach(
  checks.filter(({ slots }) => slots !== 'all'),
  () => ({ url, stage, key, model: stage.emphasis.model }),
);

test('serves all endpoints of an account', async () => {
  const ask = callerOf(deployment, await signIn(deployment, 'caller@example.com'));
  expect((await ask('PUT')).status).toBe(200);
  const { key, item } = (await ask('POST', '/keys', { name: 'mine' })).json;
  await post(url, '/v1/shout', key, { text: 'a' }, 200);
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
  const ask = callerOf(deployment, await signIn(deployment, 'suspended@example.com'));
  await ask('PUT');
  const { item } = (await ask('POST', '/keys', { name: 'mine' })).json;
  const [id = ''] = item.id.split('-');
  const accounts = accountStore(client, accountTableName(stage.name));
  const logged = jest.spyOn(console, 'info').mockImplementation(() => {});
  await accounts.change({ id }, { change: 'suspend' }, suspended);
  logged.mockRestore();
  expect((await ask('DELETE')).status).toBe(204);
});

test('allows its functions exactly what they did', () => {
  expect([...deployment.faults]).toEqual([]);
  const { calls, permissions } = deployment;
  expect([...calls].sort()).toEqual(permissions.toSorted());
});
