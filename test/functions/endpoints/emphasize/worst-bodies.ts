import lexicon from '../../../../functions/emphasis/embedded/lexicon.data.json' with {
  type: 'json',
};

/** The body of an emphasize request that asks for all words. */
const bodyOf = (text: string): string => JSON.stringify({ text, emphasis_ratio: 1 });

const differentLetters = Array.from({ length: 9_900 }, (_, at) =>
  String.fromCodePoint(0x4e00 + at),
).join('');

/** Every other word is a new one, so that caching words does not help. */
const prose = Object.values(lexicon)
  .flatMap((list) => list.split(' '))
  .map(
    (word, at) => `${['the', 'of', 'and', 'to', 'in'][at % 5]} ${word}${at % 6 === 5 ? '.' : ''}`,
  )
  .join(' ');

/** The bodies that take the most CPU time, found by a search and by attack. The first is prose, to compare with. */
export const worstBodies = {
  prose: bodyOf(prose.slice(0, 9_960)),
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
