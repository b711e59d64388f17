/** The fields for the voice and its setting, on the playground and the home. */

import { type Html, html } from './html.ts';
import { firstVoice, voiceEntries } from './pages/playground/voices.ts';

export const voiceChoice: Html = html`<fieldset class="voices">
      <legend class="hidden">Voice, from quiet to loud</legend>${voiceEntries.map(
        ([name, { label, look }]) => html`
      <label data-look="${look}"><input type="radio" name="voice" value="${name}"${name === firstVoice && ' checked'}><span>${label}</span></label>`,
      )}
    </fieldset>`;

export const sliders: Html = html`${voiceEntries.map(
  ([name, { setting }]) =>
    setting &&
    html`
      <div class="slider" data-voice="${name}"${name !== firstVoice && ' hidden'}>
        <label for="setting-${name}">${setting.label}</label>
        <input type="range" id="setting-${name}" min="${setting.min}" max="${setting.max}" step="${setting.step}" value="${setting.initial}">
        <span class="reading" aria-hidden="true"></span>
      </div>`,
)}`;
