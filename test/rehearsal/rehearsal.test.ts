/** Every stage as its template says, and what becomes of one from which something was left out. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { accountStore } from '../../functions/accounts/account-store.ts';
import { suspended } from '../../functions/accounts/changes.ts';
import type { FreshKey } from '../../functions/accounts/views.ts';
import { stageNamed, stageNames } from '../../lib/settings/stages.ts';
import { accountTableName } from '../../lib/settings/tables.ts';
import { checks } from '../../lib/verify/checks.ts';
import { clientOf, issueKey } from '../account-tables.ts';
import { type BedrockStandIn, ranking, startBedrock } from '../bedrock-stand-in.ts';
import { newKey, post } from '../contract/client.ts';
import { startDatabase } from '../database.ts';
import { askAs, signIn } from '../sign-in.ts';
import { everyStage, readTemplate, resourcesOf, type Template } from '../synth.ts';
import { checksOf, differences, partsWords, showsParts } from './differences.ts';
import { cases, leftOut } from './left-out.ts';
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

afterAll(async () => {
  await bedrock.close();
});

const begin = (stage: string, template: Template): Promise<Rehearsal> =>
  rehearse(template, `amplify-${stage}`, {
    assets,
    dynamodb,
    bedrock: bedrock.url,
  });

/** Keys with more slots than a check uses. */
const keysOf = async (name: string): Promise<() => string> => {
  if (stageNamed(name).keys.policy === 'demo') return newKey;
  const client = clientOf(dynamodb);
  const key = await issueKey(client, { stage: name });
  client.destroy();
  return () => key;
};

test.each(partsWords)('"%s" still stands in the name of a check', (words) => {
  expect(checks.some(({ name }) => name.includes(words))).toBe(true);
});

describe.each(stageNames)('stage %s', (name) => {
  let template: Template;
  let rehearsal: Rehearsal;

  beforeAll(async () => {
    template = await readTemplate(assets, name);
    rehearsal = await begin(name, template);
  });

  afterAll(() => rehearsal.close());

  test("passes the contract's checks", async () => {
    const stage = stageNamed(name);
    const keys = await keysOf(name);
    // What is the functions' own work is the same everywhere: prod, which has all of them, shows it.
    const chosen = name === 'prod' ? checksOf(stage) : checksOf(stage).filter(showsParts);
    expect(await differences(rehearsal, stage, keys, chosen)).toEqual([]);
  });

  test('answers a preflight on the path of each route', async () => {
    const keys = Object.values(resourcesOf(template, 'AWS::ApiGatewayV2::Route')).map(
      ({ Properties }) => String(Properties.RouteKey),
    );
    const paths = new Set(keys.map((key) => key.replace(/^\w+ |^\$default$/, '') || '/nowhere'));
    expect(paths.size).toBeGreaterThan(10);
    for (const path of paths) {
      const answer = await fetch(rehearsal.url + path, {
        method: 'OPTIONS',
        headers: { Origin: 'https://example.com', 'Access-Control-Request-Method': 'POST' },
      });
      expect(answer.status).toBe(204);
      expect(answer.headers.get('access-control-allow-headers')).toBe('content-type,x-api-key');
    }
  });

  if (stageNamed(name).keys.policy === 'issued') {
    test('lets a caller make a key, use it, and leave', async () => {
      const token = await signIn(rehearsal, 'caller@example.com');
      const ask = async (method: string, path: string, body?: unknown) => {
        const answer = await askAs(rehearsal, token, method, `/account${path}`, body);
        const text = await answer.text();
        return [answer.status, text && JSON.parse(text)];
      };
      const [opened] = await ask('PUT', '');
      expect(opened).toBe(200);
      const [created, { key, item }] = await ask('POST', '/keys', { name: 'mine' });
      expect(created).toBe(201);
      const { status } = await post(rehearsal.url, '/v1/shout', key, { text: 'a' });
      expect(status).toBe(200);
      expect(await ask('GET', '')).toMatchObject([200, { keys: [{ name: 'mine' }] }]);
      const used = { name: 'mine', last_used_at: expect.any(String) };
      expect(await ask('GET', '/usage')).toMatchObject([200, { keys: [used] }]);
      const [renamed] = await ask('PATCH', `/keys/${item.id}`, { name: 'ours' });
      expect(renamed).toBe(200);
      const [rotated, successor] = await ask('POST', `/keys/${item.id}/rotate`, {
        grace_seconds: 0,
      });
      expect(rotated).toBe(201);
      const [revoked] = await ask('DELETE', `/keys/${successor.item.id}`);
      expect(revoked).toBe(200);
      expect(await ask('DELETE', '')).toEqual([204, '']);
    });

    test('lets the holder of a suspended account leave', async () => {
      const token = await signIn(rehearsal, 'suspended@example.com');
      await askAs(rehearsal, token, 'PUT', '/account');
      const answer = await askAs(rehearsal, token, 'POST', '/account/keys', { name: 'mine' });
      const { item } = (await answer.json()) as FreshKey;
      const client = clientOf(dynamodb);
      const [id = ''] = item.id.split('-');
      await accountStore(client, accountTableName(name)).change(
        { id },
        { change: 'suspend' },
        suspended,
      );
      client.destroy();
      expect((await askAs(rehearsal, token, 'DELETE', '/account')).status).toBe(204);
    });
  }

  test('refuses nobody what they ask for in all that', () => {
    expect([...rehearsal.refusals]).toEqual([]);
  });
});

describe("a line shows what is left out of a stage's template:", () => {
  let rehearsal: Rehearsal;
  let lines: string;

  beforeAll(async () => {
    const stage = stageNamed('prod');
    rehearsal = await begin('prod', leftOut(await readTemplate(assets, 'prod')));
    const chosen = checksOf(stage).filter(showsParts);
    lines = (await differences(rehearsal, stage, await keysOf('prod'), chosen)).join('\n');
  });

  afterAll(() => rehearsal.close());

  test.each(cases)('$what', ({ difference, reason }) => {
    expect(lines).toMatch(difference);
    if (reason) expect([...rehearsal.refusals, rehearsal.output()].join('\n')).toMatch(reason);
  });
});
