/** The home of stages with issued keys. */
import { placeholder } from '../../../functions/site/placeholders.ts';
import { html } from '../html.ts';
import type { Page, Site } from '../page.ts';
import { callSamples, samplesBlock } from '../reference/samples.ts';
import { storedText } from '../stored-answers.ts';
import { answer, offerOf, storedEmphasis, voiceChoice } from './parts.ts';

export const home = ({ key, stage }: Site): Page => {
  const url = `${placeholder('BASE_URL')}/v1/shout`;
  const samples = callSamples({ url, key, body: '{"text":"hello"}' });
  return {
    title: 'Amplify: a text API that shouts',
    description:
      'An API that whispers, emphasizes, shouts and screams your texts. Get a key, and try it.',
    pictured: true,
    style: 'home',
    script: 'late',
    display: true,
    content: html`<div class="pitch">
  <h1 class="display">Say it louder.</h1>
  <p>Amplify is an API that shouts, screams, whispers and emphasizes texts.${stage.keys.policy === 'issued' && ` ${offerOf(stage.keys)}`}</p>
  <a class="go" href="/dashboard">Get a key</a>
</div>

<section class="stage" id="stage" data-look="scream" ${storedEmphasis} aria-label="Your text in the chosen voice">
  ${answer}
</section>

<form class="try" id="composer" autocomplete="off">
  <label for="text">Type something worth hearing:</label>
  <input id="text" dir="auto" spellcheck="false" maxlength="500" placeholder="${storedText}">
  ${voiceChoice}
  <p id="line"><a href="/playground">Open the playground</a><span id="needs-key" hidden> to emphasize this text, with a key from the <a href="/dashboard">dashboard</a></span>.</p>
</form>

<section aria-labelledby="start">
  <h2 id="start">Your first request</h2>
  <p><a href="/dashboard">Create a key</a>, put it into <code>AMPLIFY_KEY</code>, and send this. The <a href="/docs">reference</a> has every endpoint.</p>
  ${samplesBlock('first', 'your first request', samples)}
</section>
<output class="hidden" id="status"></output>
`,
  };
};
