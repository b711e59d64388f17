/**
 * The slowest bodies that are known: what the search found, and what was found by attack. The search goes
 * on from them, and a test holds each to its bound.
 */
import { type Body, fitted } from './recipes.ts';

/** Almost ten thousand words of a letter each, none like another. */
const letters = Array.from({ length: 9_900 }, (_, at) => String.fromCodePoint(0x4e00 + at)).join(
  '',
);

const bodies: readonly Body[] = [
  // What a word's form is.
  {
    makes: 'text',
    recipe: [
      ['A', 9_900],
      ['a', 1],
    ],
  },
  {
    makes: 'text',
    recipe: [
      ['İ', 9_900],
      ['a', 1],
    ],
  },
  {
    makes: 'text',
    recipe: [
      ['A1', 4_950],
      ['a', 1],
    ],
  },
  {
    makes: 'text',
    recipe: [
      ['A.A', 3_300],
      ['a', 1],
    ],
  },
  {
    makes: 'text',
    recipe: [
      ['w ', 501],
      ['A', 8_900],
      ['a', 1],
    ],
  },
  // As many words as there can be.
  { makes: 'text', recipe: [['我', 10_000]] },
  { makes: 'text', recipe: [[letters, 1]] },
  // Quotes in quotes, and lists in lists: what other parsers took seconds for.
  { makes: 'text', recipe: [['>', 10_000]] },
  {
    makes: 'text',
    recipe: [
      ['>>>', 1_014],
      ['aA```\n', 84],
      ['>\n\n', 1_268],
    ],
  },
  { makes: 'text', recipe: [['+ ', 5_000]] },
  {
    makes: 'text',
    recipe: [
      ['* ', 1_425],
      ['の', 7_113],
    ],
  },
  { makes: 'text', recipe: [['*a', 5_000]] },
  { makes: 'text', recipe: [['|a|b|\n', 1_500]] },
  // What is not JSON, or deep.
  { makes: 'body', recipe: [['[', 10_000]] },
  {
    makes: 'body',
    recipe: [
      ['[', 8_535],
      ['&amp;', 1],
      [']', 710],
    ],
  },
  {
    makes: 'body',
    recipe: [
      ['{"a":', 1_999],
      ['1', 1],
      ['}', 1_998],
    ],
  },
];

/** Each as large as a request may be. */
export const worst: readonly Body[] = bodies.map(fitted);
