import * as v from 'valibot';
import { numberAbove, text } from '../body/fields.ts';

/** The emphasize request of the specification: `emphasis_ratio` is the fraction of words to emphasize. */
export const emphasizeRequest = v.object({
  text,
  emphasis_ratio: v.optional(numberAbove(0, 1), 0.3),
});
