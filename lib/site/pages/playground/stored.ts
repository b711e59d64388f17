/** What the page shows before anybody has called: answers that were stored when the site was built. */

import type { VoiceName } from './text-request.ts';
import type { VoiceAnswer } from './voices.ts';

/** Put in when the site is built. */
declare const STORED_EXAMPLES: Readonly<Record<VoiceName, VoiceAnswer>>;

/** The example's answers, by voice, as they are to sliders that nobody has moved. */
export const storedAnswers = STORED_EXAMPLES;
