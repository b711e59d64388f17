/** The CPU time of the slowest known bodies, next to that of prose. */
import { expect, test } from '@jest/globals';
import { chosenCount, emphasize } from '../../../../functions/emphasis/bold.ts';
import lexicon from '../../../../functions/emphasis/embedded/lexicon.data.json' with {
  type: 'json',
};
import { rankEmbedded } from '../../../../functions/emphasis/embedded.ts';
import { rankingRequest } from '../../../../functions/emphasis/prompt.ts';
import { candidateWords } from '../../../../functions/emphasis/words.ts';
import { request as emphasizeRequest } from '../../../../functions/endpoints/emphasize/endpoint.ts';
import {
  bodyLimit,
  type Decoded,
  jsonBody,
  type Parsed,
  schemaCheck,
  type Valid,
} from '../../../../functions/request/body.ts';
import type { Request } from '../../../../functions/request/middleware.ts';

/** The body of an emphasize request that asks for all words. */
const bodyOf = (text: string): string => JSON.stringify({ text, emphasis_ratio: 1 });

const differentLetters = Array.from({ length: 9_900 }, (_, at) =>
  String.fromCodePoint(0x4e00 + at),
).join('');

/** Prose: every other word is a new one, so that caching words does not help. */
const uncommon = Object.values(lexicon)
  .flatMap((list) => list.split(' '))
  .map(
    (word, at) => `${['the', 'of', 'and', 'to', 'in'][at % 5]} ${word}${at % 6 === 5 ? '.' : ''}`,
  )
  .join(' ');

/** The bodies that take the most CPU time, found by a search and by attack. The first is prose, to compare with. */
const worstBodies = {
  prose: bodyOf(uncommon.slice(0, 9_960)),
  'A × 9,900': bodyOf('A'.repeat(9_900)),
  'İ × 9,900': bodyOf('İ'.repeat(9_900)),
  'A1 × 4,950': bodyOf('A1'.repeat(4_950)),
  'A.A × 3,300': bodyOf('A.A'.repeat(3_300)),
  '501 words, then A × 8,900': bodyOf('w '.repeat(501) + 'A'.repeat(8_900)),
  '我 × 9,960': bodyOf('我'.repeat(9_960)),
  '9,900 different letters': bodyOf(differentLetters),
  '> × 9,960': bodyOf('>'.repeat(9_960)),
  '[ × 9,960': bodyOf('['.repeat(9_960)),
  'quotes in quotes': bodyOf('>>>'.repeat(1_014) + 'aA```\n'.repeat(84) + '>\n\n'.repeat(1_268)),
  'lists in lists': bodyOf('* '.repeat(1_425) + 'の'.repeat(7_100)),
  '*a × 4,980': bodyOf('*a'.repeat(4_980)),
  'a table': bodyOf('|a|b|\n'.repeat(1_400)),
  '[ × 10,000': '['.repeat(10_000),
  'deep JSON': `${'{"a":'.repeat(1_999)}1${'}'.repeat(1_998)}`,
};

const checks = [bodyLimit(), jsonBody(), schemaCheck(emphasizeRequest)];

type Checked = Decoded & Parsed & Valid<{ text: string; emphasis_ratio: number }>;

/** Does all that emphasize does with a body, for both models, except waiting for AWS. */
const handle = async (body: string): Promise<string> => {
  const event = { body, headers: {} };
  const request = { event, context: {} } as Request<Checked>;
  try {
    for (const { before } of checks) await before?.(request);
  } catch (refusal) {
    return (refusal as Error).message;
  }
  const { text, emphasis_ratio } = request.context.body;
  const words = candidateWords(text);
  const count = chosenCount(words.length, emphasis_ratio);
  const { order } = rankEmbedded(text, words);
  const question = rankingRequest('profile', { text, words, count });
  return JSON.stringify([text, question, emphasize(text, words, order, count)]);
};

/** In microseconds. */
const cpuOf = async (body: string): Promise<number> => {
  const before = process.cpuUsage();
  await handle(body);
  const { user, system } = process.cpuUsage(before);
  return user + system;
};

const { prose, ...others } = worstBodies;

test.each(Object.entries(others))(
  '%s takes at most ten times the CPU time of prose',
  async (_, body) => {
    // Another program, or the compiler, can slow one run down, but not twenty.
    const ratios: number[] = [];
    do ratios.push((await cpuOf(body)) / (await cpuOf(prose)));
    while (Math.min(...ratios) > 10 && ratios.length < 20);
    expect(Math.min(...ratios)).toBeLessThanOrEqual(10);
  },
);
