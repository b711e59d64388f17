/** A text as long as a request may be, whose words are those of the embedded model's lexicon. */
import lexicon from '../../functions/emphasis/embedded/lexicon.data.json' with { type: 'json' };
import { maxCharacters } from '../../functions/http/body-size.ts';

const glue = ['the', 'of', 'and', 'to', 'in', 'a', 'is', 'you'];
const vocabulary = Object.values(lexicon).flatMap((list) => list.split(' '));

/** Every other word is a new one, so that caching words does not help. */
export const prose = Array.from({ length: maxCharacters / 4 }, (_, at) => {
  const word = at % 2 === 0 ? glue[(at % 16) >> 1] : vocabulary[(at * 1009) % vocabulary.length];
  return at % 12 === 11 ? `${word}.` : word;
})
  .join(' ')
  .slice(0, maxCharacters);
