/** The CPU time of the slowest known bodies, next to that of prose. */
import { expect, test } from '@jest/globals';
import lexicon from '../../../../functions/emphasis/embedded/lexicon.data.json' with {
  type: 'json',
};
import { rankEmbedded } from '../../../../functions/emphasis/embedded.ts';
import type { EmphasisModel } from '../../../../functions/emphasis/model.ts';
import { rankingRequest } from '../../../../functions/emphasis/prompt.ts';
import { request, work } from '../../../../functions/endpoints/emphasize/endpoint.ts';
import { bodyLimit, jsonBody, schemaCheck } from '../../../../functions/request/body.ts';

/** Prose: every other word is a new one, so that caching words does not help. */
const prose = Object.values(lexicon)
  .flatMap((list) => list.split(' '))
  .map((word, at) => `${['the', 'of', 'and', 'to', 'in'][at % 5]} ${word}${at % 6 ? '' : '.'}`)
  .join(' ')
  .slice(0, 9_960);

/** The body of a request that asks for all words. */
const toBody = (text: string) => JSON.stringify({ text, emphasis_ratio: 1 });

/** The bodies that take the most CPU time, found by a search and by attack. */
const worstBodies = {
  'A × 9,900': toBody('A'.repeat(9_900)),
  'İ × 9,900': toBody('İ'.repeat(9_900)),
  'A1 × 4,950': toBody('A1'.repeat(4_950)),
  'A.A × 3,300': toBody('A.A'.repeat(3_300)),
  '501 words, then A × 8,900': toBody('w '.repeat(501) + 'A'.repeat(8_900)),
  '我 × 9,960': toBody('我'.repeat(9_960)),
  '9,900 different letters': toBody(
    String.fromCodePoint(...Array.from({ length: 9_900 }, (_, at) => 0x4e00 + at)),
  ),
  '> × 9,960': toBody('>'.repeat(9_960)),
  '[ × 9,960': toBody('['.repeat(9_960)),
  'quotes in quotes': toBody('>>>'.repeat(1_014) + 'aA```\n'.repeat(84) + '>\n\n'.repeat(1_268)),
  'lists in lists': toBody('* '.repeat(1_425) + 'の'.repeat(7_100)),
  '*a × 4,980': toBody('*a'.repeat(4_980)),
  'a table': toBody('|a|b|\n'.repeat(1_400)),
  '[ × 10,000': '['.repeat(10_000),
  'deep JSON': `${'{"a":'.repeat(1_999)}1${'}'.repeat(1_998)}`,
};

const checks = [bodyLimit(), jsonBody(), schemaCheck(request)];

const bothModels: EmphasisModel = async (text, words, count) => {
  rankingRequest('profile', { text, words, count });
  return rankEmbedded(text, words);
};

/** The microseconds of all that emphasize does with a body, for both models, except waiting for AWS. */
const measureCpu = async (body: string): Promise<number> => {
  const before = process.cpuUsage();
  const passing = { event: { body, headers: {} }, context: {} };
  try {
    for (const check of checks) await check.before?.(passing as never);
    const { context } = passing as unknown as {
      readonly context: { readonly body: Parameters<typeof work>[0] };
    };
    JSON.stringify(await work(context.body, bothModels, 0));
  } catch {
    // Refused.
  }
  const { user, system } = process.cpuUsage(before);
  return user + system;
};

test.each(Object.entries(worstBodies))(
  '%s takes at most ten times the CPU time of prose',
  async (_, body) => {
    // Another program, or the compiler, can slow one run down, but not twenty.
    const ratios: number[] = [];
    do ratios.push((await measureCpu(body)) / (await measureCpu(toBody(prose))));
    while (Math.min(...ratios) > 10 && ratios.length < 20);
    expect(Math.min(...ratios)).toBeLessThanOrEqual(10);
  },
);
