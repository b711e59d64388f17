/** Reads Bedrock's answer: the numbers of the words it ranked. */
import type { ConverseCommandOutput } from '@aws-sdk/client-bedrock-runtime';
import * as v from 'valibot';
import { type FallbackReason, noRanking } from './fallback.ts';
import { toolName } from './prompt.ts';

/** A number, also as a string; otherwise 0, which is no word's number. */
const wordNumber = v.fallback(
  v.union([v.number(), v.pipe(v.string(), v.regex(/^\s*\d+\s*$/), v.transform(Number))]),
  0,
);
const numbers = v.array(wordNumber);

/** The tool's input. Some models send an array as JSON in a string. */
const rankingInput = v.object({
  ranking: v.union([numbers, v.pipe(v.string(), v.parseJson(), numbers)]),
});

/**
 * Reads the ranked numbers: only offered ones, each once, in the model's order. There may be fewer than were
 * asked for.
 *
 * @param offered - the number of words offered; their numbers start at 1.
 * @throws {Error} with a {@link FallbackReason} if there is none.
 */
export const rankedNumbers = (
  { stopReason, output }: Pick<ConverseCommandOutput, 'stopReason' | 'output'>,
  offered: number,
): readonly number[] => {
  const fault = faults[stopReason ?? ''];
  if (fault !== undefined) throw noRanking(fault, message);
  const call = output?.message?.content?.find(({ toolUse }) => toolUse?.name === toolName);
  const input = v.safeParse(rankingInput, call?.toolUse?.input);
  const ranking = input.success ? input.output.ranking : [];
  const valid = ranking.filter(
    (number) => Number.isInteger(number) && number >= 1 && number <= offered,
  );
  if (valid.length === 0) throw noRanking('no-ranking', message);
  return [...new Set(valid)];
};

const message = 'Bedrock answered without a ranking';

const faults: Readonly<Record<string, FallbackReason>> = {
  content_filtered: 'refused',
  guardrail_intervened: 'refused',
  max_tokens: 'truncated',
  model_context_window_exceeded: 'truncated',
};
