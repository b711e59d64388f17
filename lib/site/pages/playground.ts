/** The playground: a text becomes the page, in one of four voices. */
import { maxCharacters, maxCharactersText } from '../../../functions/http/body-size.ts';
import { copyButton } from './copy.ts';
import { createGauge } from './gauge.ts';
import { takeKey } from './hand-over.ts';
import { keyField } from './key.ts';
import { amplifyButton } from './playground/amplify-button.ts';
import { type Answer, post, quotaOf } from './playground/api.ts';
import { createDrawer } from './playground/drawer.ts';
import { linkedRequest, linkHash } from './playground/link.ts';
import { outOfSlots, refusal } from './playground/messages.ts';
import { createRing } from './playground/ring.ts';
import { createStage } from './playground/stage.ts';
import { storedAnswers } from './playground/stored.ts';
import {
  bodyOf,
  cacheKey,
  isVoice,
  settings,
  type TextRequest,
  type VoiceName,
  voiceNames,
} from './playground/text-request.ts';
import { toolbar } from './playground/toolbar.ts';
import { type VoiceAnswer, voices } from './playground/voices.ts';
import type { Quota } from './quota.ts';

/** How long a choice stands before it is called, in milliseconds: arrow keys pass others on their way. */
const pause = 350;

/** After how long it is said that an answer is waited for, in milliseconds: most come at once. */
const slowAfter = 600;

const find = <T extends Element>(selector: string) => document.querySelector(selector) as T;
const composer = find<HTMLFormElement>('#composer');
const text = find<HTMLTextAreaElement>('#text');
const size = find<HTMLElement>('#size');
const line = find<HTMLElement>('#line');
const key = find<HTMLInputElement>('#key');
const output = find<HTMLElement>('#answer');
const copyMarkdown = find<HTMLButtonElement>('#copy-markdown');

const sliderOf = (voice: VoiceName) =>
  document.querySelector<HTMLInputElement>(`.slider[data-voice=${voice}] input`);

/** What the fields ask for. */
const draft = (): TextRequest => {
  const chosen = new FormData(composer).get('voice') as string;
  const voice = isVoice(chosen) ? chosen : 'scream';
  const value = sliderOf(voice)?.valueAsNumber;
  return { voice, text: text.value, ...(value !== undefined && { value }) };
};

/** An answer, and what it answers. */
interface Exchange {
  readonly request: TextRequest;
  readonly answer: VoiceAnswer;
  /** Milliseconds from the call to the answer; undefined for one that was stored. */
  readonly duration?: number;
}

const stage = createStage(find('#stage'), output);
const drawer = createDrawer(find('#developers'), key, draft);
const answers = new Map<string, Exchange>();
let shown: Exchange;

const say = (message: string, state = 'said') => {
  line.textContent = message;
  line.dataset.state = state;
};

const show = (next: Exchange) => {
  const { request, answer, duration } = next;
  shown = next;
  stage.show(request, answer);
  stage.fade(false);
  copyMarkdown.hidden = request.voice !== 'emphasize';
  const facts = voices[request.voice].facts(answer);
  say(duration === undefined ? `${facts} · an example` : `${facts} · ${duration} ms`);
};

const keep = (one: Exchange) => answers.set(cacheKey(one.request), one);

const gauge = createGauge(find('#quota'), {
  tick: (seconds) => button.tick(seconds),
  draw: createRing(find('#developers-button')),
});
const button = amplifyButton(find('#amplify'), () => say('Your quota is full again. Go on!'));

/** How many quotas were asked for or shown: an older one, when it comes late, is not shown any more. */
let latest = 0;
const showQuota = (quota: Quota | undefined) => {
  latest += 1;
  gauge.show(quota);
};

/** @param current - whether it was called with the key that stands in the field. */
const showAnswer = (request: TextRequest, got: Answer, current: boolean) => {
  const { status, body, order, quota, duration } = got;
  const full = status === 429 && quota;
  if (full && current) button.wait();
  if (current && (quota || status === 401)) showQuota(quota);
  if (status === 200) {
    const answered = { request, answer: { body, order }, duration };
    keep(answered);
    show(answered);
    refresh();
    return;
  }
  say(full ? outOfSlots(quota) : refusal(got), 'refused');
};

let calling = false;
/** Whether something else was asked for during a call. */
let again = false;
let timer: ReturnType<typeof setTimeout> | undefined;

const call = async () => {
  clearTimeout(timer);
  again = calling;
  if (calling || button.waiting() || !text.reportValidity()) return;
  if (!key.checkValidity()) {
    drawer.askForKey();
    return;
  }
  const request = draft();
  const used = key.value;
  const slow = setTimeout(say, slowAfter, 'Waiting for the answer …');
  calling = true;
  composer.ariaBusy = 'true';
  try {
    const got = await post(`/v1/${request.voice}`, used.trim(), bodyOf(request));
    clearTimeout(slow);
    showAnswer(request, got, used === key.value);
  } catch {
    clearTimeout(slow);
    say('No answer came. Are you offline?', 'refused');
  }
  calling = false;
  composer.ariaBusy = null;
  if (cacheKey(request) === cacheKey(draft())) return;
  if (again) void call();
  else if (request.text === text.value) follow();
};

/** After another voice or setting was chosen: the text that is shown is said in it. */
const follow = () => {
  clearTimeout(timer);
  const known = answers.get(cacheKey(draft()));
  if (known) show(known);
  else if (shown.request.text === text.value && key.checkValidity())
    timer = setTimeout(call, pause);
};

/** Says how long the text is, once it comes near what a request may have. */
const showSize = () => {
  const characters = [...JSON.stringify(bodyOf(draft()))].length;
  size.hidden = characters < 9000;
  size.textContent = `Your text takes ${characters.toLocaleString('en')} of the ${maxCharactersText} characters that a request may have.`;
  size.toggleAttribute('data-over', characters > maxCharacters);
};

/** Brings what depends on the fields up to them. */
const refresh = () => {
  const { voice } = draft();
  for (const slider of document.querySelectorAll<HTMLElement>('.slider')) {
    slider.hidden = slider.dataset.voice !== voice;
    const of = slider.dataset.voice as VoiceName;
    const { reading = '', spoken = '' } = settings[of]?.(sliderOf(of)?.valueAsNumber ?? 0) ?? {};
    (slider.querySelector('.reading') as HTMLElement).textContent = reading;
    sliderOf(of)?.setAttribute('aria-valuetext', spoken);
  }
  showSize();
  stage.fade(shown.request.text !== text.value);
};

/** Puts into the fields what a link asks for, and has it said. */
const followLink = () => {
  const request = linkedRequest(location.hash);
  if (request === undefined) return;
  text.value = request.text;
  find<HTMLInputElement>(`[name=voice][value=${request.voice}]`).checked = true;
  const slider = sliderOf(request.voice);
  if (slider && request.value !== undefined) slider.value = String(request.value);
  refresh();
  const known = answers.get(cacheKey(draft()));
  if (known) show(known);
  else if (key.checkValidity()) void call();
};

for (const voice of voiceNames) {
  const value = sliderOf(voice)?.valueAsNumber;
  const request = { voice, text: text.defaultValue, ...(value !== undefined && { value }) };
  keep({ request, answer: storedAnswers[voice] });
}
show(answers.get(cacheKey(draft())) as Exchange);

composer.addEventListener('submit', (event) => {
  event.preventDefault();
  void call();
});
text.addEventListener('keydown', (event) => {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  void call();
});
composer.addEventListener('input', ({ target }) => {
  refresh();
  if (target === text) {
    // The text is another one than the link's.
    if (location.hash) history.replaceState(null, '', location.pathname);
    return;
  }
  const { voice, value } = draft();
  if (voice === 'scream' && shown.request.voice === 'scream' && value) stage.grow(value);
  follow();
});

const copied = {
  select: () => getSelection()?.selectAllChildren(output),
  say: (message: string) => say(message),
};
copyButton(find('#copy-result'), {
  ...copied,
  name: 'the result',
  text: () => output.textContent ?? '',
  html: () => {
    const markup = output.cloneNode(true) as HTMLElement;
    for (const word of markup.children) word.removeAttribute('style');
    return markup.innerHTML;
  },
});
copyButton(copyMarkdown, {
  ...copied,
  name: 'the Markdown',
  text: () => (shown.answer.body as { readonly result: string }).result,
});
copyButton(find('#copy-link'), {
  ...copied,
  name: 'the link',
  text: () => new URL(linkHash(shown.request), location.href).href,
  select: () => history.replaceState(null, '', linkHash(shown.request)),
  byHand: 'The link stands in the address bar: copy it from there.',
});
toolbar(find('.tools'));

find('#developers-button').addEventListener('click', drawer.open);
addEventListener('hashchange', followLink);

keyField(key, async (value) => {
  refresh();
  latest += 1;
  const asked = latest;
  // Another key has a quota of its own.
  button.open();
  const quota = value === '' ? undefined : await quotaOf(value).catch(() => undefined);
  if (asked === latest) gauge.show(quota);
});
takeKey((handed) => {
  key.value = handed;
  key.dispatchEvent(new Event('change'));
  say('Your new key is in its place: every call takes it now.');
});
followLink();
