/** The Bedrock model and its fallback, with the real client against a stand-in. */

import { ConverseCommand } from '@aws-sdk/client-bedrock-runtime';
import { beforeAll, beforeEach, expect, test } from '@jest/globals';
import { bedrock } from '../../../functions/aws/bedrock.ts';
import { bedrockModel, type Converse } from '../../../functions/emphasis/bedrock-model.ts';
import { type FallbackReason, withFallback } from '../../../functions/emphasis/fallback.ts';
import type { EmphasisModel } from '../../../functions/emphasis/model.ts';
import { candidateWords } from '../../../functions/emphasis/words.ts';
import { maxCharacters } from '../../../functions/request/body-size.ts';
import { localCredentials } from '../../../lib/local/developer-credentials.ts';
import { type BedrockStandIn, ranking, startBedrock } from '../../support/bedrock-stand-in.ts';

const inferenceProfile = 'us.amazon.nova-micro-v1:0';
const model = 'amazon.nova-micro-v1:0';

let standIn: BedrockStandIn;
let rank: EmphasisModel;
let reported: { readonly reason: FallbackReason; readonly error: unknown }[];
let embeddedCalls: number;

/** Ranks backwards, unlike any sensible model. */
const backwards: EmphasisModel = async (_, words) => {
  embeddedCalls += 1;
  return { model: 'backwards/1.0.0', order: [...words.keys()].reverse(), ends: [] };
};

/** Calls Bedrock without a budget. */
const uncapped = (): Converse => {
  const client = bedrock();
  return (request) => client.send(new ConverseCommand(request));
};

const noHurry = () => Number.POSITIVE_INFINITY;

beforeAll(async () => {
  standIn = await startBedrock();
  Object.assign(process.env, localCredentials, {
    AWS_ENDPOINT_URL_BEDROCK_RUNTIME: standIn.url,
  });
});

beforeEach(() => {
  reported = [];
  embeddedCalls = 0;
  rank = withFallback(
    bedrockModel(uncapped(), inferenceProfile, backwards),
    backwards,
    (reason, error) => reported.push({ reason, error }),
  );
});

const choose = (text: string, count: number) => rank(text, candidateWords(text), count, noHurry);

const sentence = 'The quick brown fox jumps over the lazy dog';

test('a negation ranks before what it governs, also if the model did not rank it', async () => {
  standIn.reply(ranking([5, 3, 6]));
  const { order } = await choose('Do not touch the wire, Ada', 3);
  expect(order).toEqual([1, 4, 2, 5, 0, 3]);
});

test('the model ranks by numbers, and the embedded one is not asked', async () => {
  standIn.reply(ranking([4, 9, 5]));
  expect(await choose(sentence, 3)).toMatchObject({ model, order: [3, 8, 4, 0, 1, 2, 5, 6, 7] });
  expect(standIn.requests[0]?.body.inferenceConfig?.maxTokens).toBe(118);
  expect(embeddedCalls).toBe(0);
  expect(reported).toEqual([]);
});

test('words that the answer leaves out follow in the order of the embedded ranking', async () => {
  standIn.reply(ranking([4, 44]));
  expect(await choose(sentence, 3)).toMatchObject({ model, order: [3, 8, 7, 6, 5, 4, 2, 1, 0] });
  expect(reported).toEqual([]);
});

test('adjacent words are all ranked, since not all can be bold', async () => {
  standIn.reply(ranking([1, 2]));
  const { order } = await choose('東京都に住む', 2);
  expect(order).toEqual([0, 1, 3, 2]);
  expect(embeddedCalls).toBe(1);
});

test.each([
  ['as many as fit', 'a '.repeat(maxCharacters / 2)],
  ['words without spaces', '漢'.repeat(maxCharacters)],
])('the most characters of %s make a bounded request', async (_, text) => {
  standIn.reply(ranking([500, 1]));
  const words = candidateWords(text);
  const { order, model: name } = await rank(text, words, Math.round(0.3 * words.length), noHurry);
  expect(name).toBe(model);
  // Of the offered words, here the last ones, the last is first, then the first.
  expect(order.slice(0, 2)).toEqual([words.length - 1, words.length - 500]);
  expect([...order].sort((one, other) => one - other)).toEqual([...words.keys()]);
  const [request] = standIn.requests;
  expect(request?.prompt.match(/\[\d+\]/g)).toHaveLength(500);
  expect(request?.prompt.replace(/\[\d+\]/g, '')).toBe(text);
  expect(request?.body.inferenceConfig?.maxTokens).toBe(700);
  expect(JSON.stringify(request?.body).length).toBeLessThan(maxCharacters + 5_000);
});

test('a text without words is not sent', async () => {
  standIn.reply(ranking([1]));
  expect(await choose('… !', 0)).toMatchObject({ model: 'backwards/1.0.0', order: [] });
  expect(standIn.requests).toEqual([]);
  expect(reported).toEqual([]);
});

test('when both models have a bug, it is reported, and the request fails', async () => {
  const broken: EmphasisModel = async () => {
    throw new Error('broken');
  };
  const both = withFallback(broken, broken, (reason, error) => reported.push({ reason, error }));
  await expect(both(sentence, candidateWords(sentence), 3, noHurry)).rejects.toThrow('broken');
  expect(reported).toEqual([{ reason: 'failed', error: expect.any(Error) }]);
});
