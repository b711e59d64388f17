/** What several pages have. */
import type { Plan } from '../../../functions/quota/window.ts';
import { quotaInWords } from '../../settings/plans.ts';
import type { IssuedKeys } from '../../settings/stages.ts';
import { type Html, html } from '../html.ts';
import { firstVoice, voiceEntries } from '../pages/playground/voices.ts';
import { storedAnswers } from '../stored-answers.ts';

/** The plan of new accounts. */
const firstPlanOf = ({ accounts, plans }: IssuedKeys): Plan =>
  plans.find(({ name }) => name === accounts.firstPlan) as Plan;

/** What new accounts get. */
export const offerOf = (keys: IssuedKeys): string =>
  `Free: ${keys.accounts.activeKeys} keys, each with ${quotaInWords(firstPlanOf(keys))}.`;

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

/** What is left of a quota, in words and as a bar, within an element with the title `quota-title`. */
export const meter = (
  left = '',
): Html => html`<p><strong class="left">${left}</strong> <span class="turn"></span></p>
    <meter class="hidden" aria-labelledby="quota-title" min="0" value="0"></meter>
    <div class="track" aria-hidden="true"><div class="fill"></div></div>`;

/** The attributes of a field for a key: what HTTP allows in a header's value. */
export const keyField: Html = html`type="password" pattern=" *[!-~]([ -~]*[!-~])? *" title="ASCII letters, digits and punctuation" autocomplete="off" autocapitalize="none" spellcheck="false"`;
