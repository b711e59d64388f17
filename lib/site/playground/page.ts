/** The page at `/`: what the API is, and a playground that shows the text, the request and the response. */
import { placeholder } from '../../../functions/site/placeholders.ts';
import { quotaInWords } from '../../settings/plans.ts';
import type { Stage } from '../../settings/stages.ts';
import { assetPath } from '../assets.ts';
import { callSamples, samplesBlock } from '../code-samples.ts';
import { example } from '../example.ts';
import { type Html, html } from '../html.ts';
import { markdownLine } from '../markdown.ts';
import { keyField, offerText, type Page, type Site } from '../page.ts';
import { previewEmphasis } from './emphasis.ts';
import { exampleBody, linkHash, toBody, voiceNames, voices } from './voices.ts';

export const playground = ({ stage, key }: Site): Page => {
  const url = `${placeholder('BASE_URL')}/v1/${example.voice}`;
  const samples = callSamples({ url, key, body: toBody(example) });
  return {
    title: 'Amplify: a text API that shouts',
    description: 'An API that shouts, screams, whispers and emphasizes texts. Try it on this page.',
    pictured: true,
    style: 'playground',
    script: true,
    display: true,
    content: html`<section class="pitch">
  <h1>Amplify is an API that shouts, screams, whispers and emphasizes texts.</h1>
  <ul class="soft uses">${uses}
  </ul>
  ${terms(stage)}
</section>

<div class="desk">
<section class="stage" id="stage" data-look="${example.voice}" aria-label="Your text in the chosen voice" tabindex="0"><p id="answer" dir="auto">${exampleBody.result}</p></section>

<noscript><p>To amplify your own text here, turn on JavaScript. The request works without it.</p></noscript>
<form class="composer" id="composer" autocomplete="off" novalidate data-emphasis="${assetPath('emphasis.js')}" data-model="${stage.emphasis.model}">
  <div>
    <label for="text">Type something worth hearing</label>
    <textarea id="text" dir="auto" rows="2" spellcheck="false" placeholder="${example.text}"></textarea>
  </div>
  <div class="row choice">
    ${voiceChoice}
    <div class="row slider">
      <label for="setting"></label>
      <input type="range" id="setting">
      <span class="reading" aria-hidden="true"></span>
    </div>
  </div>
  <div class="row sending">
    <button class="main" id="send" type="submit"><span class="label">Send</span></button>
    <div class="row">
      <button id="copy-result" type="button">Copy result</button>
      <button id="copy-link" type="button">Copy link</button>
    </div>
  </div>
  <p class="soft" id="line" role="status"></p>
</form>

<div class="sides">
  <section aria-labelledby="request-title">
    <h2 id="request-title">The request</h2>
    ${samplesBlock('code', 'the code', samples)}
    ${keyField(stage, textNote(stage), 'composer')}
  </section>
  <section id="beside" aria-labelledby="answer-title">
    <h2 id="answer-title">Preview</h2>
    <div class="answer" id="response" tabindex="0" role="group" aria-labelledby="answer-title"><pre class="body" dir="auto">${JSON.stringify(exampleBody, null, 2)}</pre></div>
    <p class="soft">Every endpoint is in the <a href="/docs">reference</a>.</p>
  </section>
</div>
</div>
<output class="hidden" id="copied"></output>
`,
  };
};

/** Which key the API takes, and how many requests it has. */
const terms = ({ keys }: Stage): Html =>
  keys.policy === 'issued'
    ? html`<p class="row">${offerText(keys)} <a class="offer" href="/dashboard">Create your free key</a></p>`
    : html`<p>Any key works here, and each has ${quotaInWords(keys.plan)}.</p>`;

/** What the service does with a text. */
const textNote = ({ emphasis }: Stage): Html =>
  html`Texts are neither stored nor logged, and ${emphasis.model === 'bedrock' ? 'only emphasize' : 'nothing'} sends them to a model service: see <a href="/guide#what-happens-to-your-text">what happens to your text</a>.`;

/** What the voices are for: texts before and after, as links to their requests. */
const uses = await Promise.all(
  (
    [
      ['an announcement', { voice: 'emphasize', text: 'Stand-up at 9:45, not 10:00', value: 0.5 }],
      ['an alert', { voice: 'scream', text: 'the disk is full', value: 3 }],
      ['a SHOUTED E-MAIL', { voice: 'whisper', text: 'PLEASE CALL ME BACK', value: 1 }],
    ] as const
  ).map(async ([name, request]) => {
    const { label, work = previewEmphasis } = voices[request.voice];
    const { result } = await work(request.text, request.value);
    return html`
    <li><a href="${linkHash(request)}">${label} ${name}</a>${request.text} » ${markdownLine(result)}</li>`;
  }),
);

const voiceChoice = html`<fieldset class="row voices">
      <legend class="hidden">Voice, from quiet to loud</legend>${voiceNames.map(
        (name) => html`
      <label data-look="${name}"><input type="radio" name="voice" value="${name}"${name === example.voice && ' checked'}><span>${voices[name].label}</span></label>`,
      )}
    </fieldset>`;
