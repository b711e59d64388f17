import * as v from 'valibot';
import { integer, text } from '../body/fields.ts';

/** The scream request of the specification: `intensity` is the number of exclamation marks. */
export const screamRequest = v.object({ text, intensity: v.optional(integer(1, 10), 1) });
