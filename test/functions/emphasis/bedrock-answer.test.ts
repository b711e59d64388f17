import type { StopReason } from '@aws-sdk/client-bedrock-runtime';
import { expect, test } from '@jest/globals';
import { rankedNumbers } from '../../../functions/emphasis/bedrock-answer.ts';

const call = (input: unknown, name = 'rank_words') => ({
  toolUse: { toolUseId: 'one', name, input: input as never },
});

const read = (content: unknown[], stopReason: StopReason = 'tool_use') =>
  rankedNumbers(
    { stopReason, output: { message: { role: 'assistant', content: content as never } } },
    9,
  );

test.each<[string, unknown, number[]]>([
  ['numbers', [3, 1, 2], [3, 1, 2]],
  ['numbers as strings', ['3', ' 1 ', '2'], [3, 1, 2]],
  ['the array as a string', '[3, 1, "2"]', [3, 1, 2]],
  ['numbers of no word', [0, 3, 10, -1, 1e99, 1], [3, 1]],
  ['fractions', [2.5, 3, 1.0], [3, 1]],
  ['repeated numbers', [3, 1, 3, 3, '1', 2], [3, 1, 2]],
  ['other things among the numbers', [3, null, 'two', '', {}, [1], true, '0x1', 2], [3, 2]],
])('%s', (_, ranking, numbers) => {
  expect(read([call({ ranking })])).toEqual(numbers);
});

test('prose around the call and other members are ignored', () => {
  const content = [{ text: 'I rank them.' }, call({ ranking: [2], why: 'because' }), { text: '.' }];
  expect(read(content, 'end_turn')).toEqual([2]);
});

test.each<[string, unknown[]]>([
  ['prose', [{ text: '3, 1, 2' }]],
  ['nothing', []],
  ['a call with nothing', [call({})]],
  ['a call with null', [call(null)]],
  ['a call without input', [{ toolUse: { toolUseId: 'one', name: 'rank_words' } }]],
  ['an empty ranking', [call({ ranking: [] })]],
  ['an empty string', [call({ ranking: '' })]],
  ['words for numbers', [call({ ranking: ['one', 'two'] })]],
  ['numbers of no word alone', [call({ ranking: [0, 10, 99] })]],
  ['another tool', [call({ ranking: [1] }, 'delete_words')]],
])('%s is not a ranking', (_, content) => {
  expect(() => read(content)).toThrow(expect.objectContaining({ reason: 'no-ranking' }));
});

test.each<[StopReason, string]>([
  ['max_tokens', 'truncated'],
  ['model_context_window_exceeded', 'truncated'],
  ['content_filtered', 'refused'],
  ['guardrail_intervened', 'refused'],
])('an answer that stopped by %s is %s, whatever it contains', (stopReason, reason) => {
  expect(() => read([call({ ranking: [1] })], stopReason)).toThrow(
    expect.objectContaining({ reason }),
  );
});
