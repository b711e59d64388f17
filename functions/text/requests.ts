import * as v from 'valibot';
import { integer, text } from '../body/fields.ts';

/** The text request of the specification: what `shout` and `whisper` take. */
export const textRequest = v.object({ text });

/** The scream request of the specification: `intensity` is the number of exclamation marks. */
export const screamRequest = v.object({ text, intensity: v.optional(integer(1, 10), 1) });
