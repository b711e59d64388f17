/** What the playground and the home share. */
import { type Html, html } from '../html.ts';
import { firstVoice, voiceEntries } from '../pages/playground/voices.ts';
import { storedAnswers } from '../stored-answers.ts';

/** The stored answer of emphasize, for the script. */
export const storedEmphasis: Html = html`data-emphasized="${JSON.stringify(storedAnswers.emphasize)}"`;

/** The text on the stage. */
export const answer: Html = html`<div class="room"><p id="answer" dir="auto">${storedAnswers.scream.result}</p></div>`;

export const voiceChoice: Html = html`<fieldset class="voices">
      <legend class="hidden">Voice, from quiet to loud</legend>${voiceEntries.map(
        ([name, { label, look }]) => html`
      <label data-look="${look}"><input type="radio" name="voice" value="${name}"${name === firstVoice && ' checked'}><span>${label}</span></label>`,
      )}
    </fieldset>`;
