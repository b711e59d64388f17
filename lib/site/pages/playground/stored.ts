/** What the page shows before anybody has called: answers that were stored when the site was built. */
import type { Said } from './voices.ts';
import type { VoiceName } from './wish.ts';

/** Put in when the site is built. */
declare const STORED_EXAMPLES: Readonly<Record<VoiceName, Said>>;

/** The example's answers, by voice, as they are to sliders that nobody has moved. */
export const storedAnswers = STORED_EXAMPLES;
