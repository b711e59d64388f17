import { type Html, html } from '../html.ts';
import type { Page } from '../page.ts';
import { languages } from '../pages/code.ts';
import { firstVoice, voiceEntries } from '../pages/playground/voices.ts';
import { samplesBlock } from '../reference/samples.ts';
import { storedText } from '../stored-answers.ts';
import { answer, keyField, meter, storedEmphasis, voiceChoice } from './parts.ts';

export const playground = (): Page => ({
  title: 'Amplify: say it louder',
  description: 'Type a text, and hear it whispered, emphasized, shouted or screamed.',
  pictured: true,
  style: 'playground',
  script: 'late',
  display: true,
  content: html`<section class="stage" id="stage" data-look="scream" ${storedEmphasis} aria-labelledby="title">
  <div class="stage-top">
    <h1 id="title">Say it louder.</h1>
    <div class="row">
    <button class="ring" id="quota-button" type="button" aria-haspopup="dialog">
      <span class="gauge">
        <svg viewBox="0 0 36 36" aria-hidden="true">
          <circle class="track" cx="18" cy="18" r="15"/>
          <circle class="fill" cx="18" cy="18" r="15" pathLength="100"/>
        </svg>
        <span class="count"></span>
      </span>
      <span class="label">Your key</span>
    </button>
    <button class="ring" id="code-button" type="button" aria-haspopup="dialog">Code</button>
    </div>
  </div>
  ${answer}
</section>

<noscript><p>To amplify a text, this page needs JavaScript. The <a href="/docs">reference</a> does not.</p></noscript>
<form class="composer" id="composer" autocomplete="off" novalidate>
  <button class="go" id="own" type="button">Say your own</button>
  <div class="text">
    <label for="text" class="hidden">Your text</label>
    <textarea id="text" dir="auto" rows="2" required spellcheck="false" aria-describedby="size" placeholder="${storedText}">${storedText}</textarea>
    <p id="size" hidden></p>
  </div>
  ${voiceChoice}
  <div class="sliders">${sliders}
  </div>
  <button class="go" id="send" type="submit"><span class="label">Send</span> <kbd aria-hidden="true">Ctrl + Enter</kbd></button>
  <p class="soft line" id="line" role="status">An example.</p>
  <div class="tools">
    <button class="quiet" id="copy-result" type="button">Copy result</button>
    <button class="quiet" id="copy-link" type="button">Copy link</button>
    <button class="quiet" id="picture" type="button">Save picture</button>
    <button class="quiet" id="copy-picture" type="button" hidden>Copy picture</button>
  </div>
</form>
${drawer}
`,
});

const sliders: Html = html`${voiceEntries.map(
  ([name, { setting }]) =>
    setting &&
    html`
      <div class="slider" data-voice="${name}"${name !== firstVoice && ' hidden'}>
        <label for="setting-${name}">${setting.label}</label>
        <input type="range" id="setting-${name}" min="${setting.min}" max="${setting.max}" step="${setting.step}" value="${setting.initial}">
        <span class="reading" aria-hidden="true"></span>
      </div>`,
)}`;

/** The script that opens the drawer writes the code. */
const samples = samplesBlock(
  'code',
  'the code',
  languages.map(({ id, title }) => ({ language: id, title, code: '' })),
);

const drawer = html`
<dialog class="drawer" id="developers" aria-labelledby="developers-title">
  <div class="row drawer-top">
    <h2 id="developers-title">Key, quota and code</h2>
    <button class="quiet" id="close-developers" type="button">Close</button>
  </div>
  <section>
    <p class="issued" id="key-source">Every request needs a key. You create yours on the dashboard. <a href="/dashboard">Get a key</a></p>
    <label for="key">Your API key</label>
    <input id="key" ${keyField} aria-describedby="key-source" required>
    <label class="row check"><input type="checkbox" id="show-key"><span>Show it<span class="issued">, here and in the code</span></span></label>
    <p class="demo">Any key works here, and each has its own quota. You start with a random one.</p>
  </section>
  <section class="row quota" id="quota" aria-labelledby="quota-title" data-status="ok">
    <h3 id="quota-title">Your quota</h3>
    ${meter('not known yet')}
  </section>
  <section id="response" aria-labelledby="response-title" hidden>
    <h3 id="response-title">The last response</h3>
    <div class="answer"></div>
  </section>
  <section>
    <h3 id="code-title">The same request in code</h3>
    ${samples}
    <p class="note" id="key-note">Put your key into <code>AMPLIFY_KEY</code> first: <code>export AMPLIFY_KEY=…</code></p>
    <p class="note"><a href="/docs">Read the reference</a></p>
    <output class="hidden" id="copied"></output>
  </section>
</dialog>`;
