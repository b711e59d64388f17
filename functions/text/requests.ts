import * as v from 'valibot';
import { text } from '../body/fields.ts';

/** The text request of the specification: what `shout` and `whisper` take. */
export const textRequest = v.object({ text });
