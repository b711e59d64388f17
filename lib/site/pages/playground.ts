/** The playground: a text becomes the page, in one of the voices. */
import { maxCharacters, maxCharactersText } from '../../../functions/http/body-size.ts';
import { type Content, element } from './element.ts';
import { takeKey } from './hand-over.ts';
import { runKeyFields } from './key.ts';
import { callVoice, quotaOf } from './playground/answer.ts';
import { createDrawer } from './playground/drawer.ts';
import { createFields } from './playground/fields.ts';
import { holdToScream } from './playground/hold.ts';
import { createQuotaView } from './playground/quota.ts';
import {
  cacheKey,
  factsOf,
  linkedBold,
  linkedRequest,
  localAnswer,
  type Shown,
  sizeOf,
  type TextRequest,
} from './playground/request.ts';
import { createStage, storedEmphasis } from './playground/stage.ts';
import { createTools } from './playground/tools.ts';
import { type VoiceAnswer, voices } from './playground/voices.ts';
import { onSignOutElsewhere } from './remembered.ts';
import { nameShortcut } from './shortcut.ts';

/** The line says that a call is under way after this many milliseconds, since most are faster. */
const slowAfter = 600;

const tooLong = `That is too long, and was not sent: a request may have ${maxCharactersText} characters.`;

const find = <T extends Element>(selector: string) => document.querySelector(selector) as T;
const composer = find<HTMLFormElement>('#composer');
const text = find<HTMLTextAreaElement>('#text');
const line = find<HTMLElement>('#line');
const key = find<HTMLInputElement>('#key');
const copyResult = find<HTMLButtonElement>('#copy-result');
const send = find<HTMLButtonElement>('#send');
const own = find<HTMLButtonElement>('#own');

const { draft, subject, fill, remembered } = createFields(composer);
const showOnStage = createStage(find('#stage'));
const drawer = createDrawer(find('#developers'), key, draft);
const quota = createQuotaView({
  gauge: find('#quota'),
  ring: find('#quota-button'),
  button: send,
  onReset: () => say('said', 'Your quota is full again. Go on!'),
});
createTools(find('.tools'), {
  shown: () => shown,
  stage: find('#stage'),
  say: (message) => say('said', message),
});

/** The service's answers that the page can't compute. */
const answers = new Map<string, VoiceAnswer>();
const answerTo = (request: TextRequest) => localAnswer(request) ?? answers.get(cacheKey(request));
let shown: Shown;

const say = (state: 'typed' | 'said' | 'refused', ...message: Content) => {
  // Screen readers announce what happened, but nothing while somebody types.
  line.ariaLive = state === 'typed' ? 'off' : 'polite';
  line.dataset.state = state;
  line.replaceChildren(...message);
};

const show = (next: Shown, animated: boolean) => {
  shown = next;
  copyResult.disabled = next.answer === undefined;
  showOnStage(next, animated);
};

/** Shows what the service would answer to the draft, without a call. */
const preview = (animated: boolean) => {
  const request = subject();
  show({ request, answer: answerTo(request) }, animated);
  describe();
};

const describe = () => {
  const { request, answer, linked } = shown;
  if (linked) return say('typed', 'From a link · not sent');
  if (answer === undefined) return say('typed', ...toEmphasize());
  const origin = request.text === text.placeholder ? 'an example' : 'not sent';
  const hint = request.voice === 'scream' && canCall() ? '. Hold Send to get louder.' : '';
  say('typed', `${factsOf(request, answer)} · ${origin}${hint}`);
};

const toEmphasize = (): Content => {
  if (canCall() || document.documentElement.dataset.keyPolicy === 'demo') {
    return ['Press Send to see it emphasized.'];
  }
  const link = element('a', '', 'Get a key');
  link.setAttribute('href', '/dashboard');
  return [link, ' to see it emphasized.'];
};

const canCall = () => key.checkValidity() && !quota.isClosed();

let calling = false;
/** Whether to call again afterwards. */
let again = false;

/** Sends the draft. If it was changed and sent during a call, it is sent afterwards. */
const call = async (): Promise<void> => {
  again = calling;
  if (calling || quota.isClosed() || !text.reportValidity()) return;
  if (!key.checkValidity()) return drawer.askForKey();
  const request = draft();
  if (sizeOf(request) > maxCharacters) return say('refused', tooLong);
  calling = true;
  composer.ariaBusy = 'true';
  const slow = setTimeout(say, slowAfter, 'said', 'Waiting for the response …');
  await take(request).catch(({ message }: Error) => say('refused', message));
  clearTimeout(slow);
  calling = false;
  composer.ariaBusy = null;
  if (again && cacheKey(request) !== cacheKey(draft())) await call();
};

/** Calls the service, and shows its response unless the draft has changed. */
const take = async (request: TextRequest): Promise<void> => {
  const usedKey = key.value;
  const { answer, quota: left, result } = await callVoice(request, usedKey.trim());
  const { status, duration } = answer;
  drawer.showResponse(answer);
  if (usedKey === key.value) {
    latest += 1;
    quota.show(left);
    if (left && status === 429) quota.close();
  }
  if ('refusal' in result) return say('refused', result.refusal, ' ', seeResponse());
  answers.set(cacheKey(request), result);
  if (cacheKey(request) === cacheKey(draft())) show({ request, answer: result }, true);
  const quotaLeft = left ? ` · ${left.remaining} of ${left.limit} requests left` : '';
  const facts = `${factsOf(request, result)} · ${status} in ${duration} ms${quotaLeft} · `;
  say('said', facts, seeResponse());
};

const seeResponse = (): HTMLElement => {
  const button = element('button', 'link', 'See the response') as HTMLButtonElement;
  button.type = 'button';
  button.addEventListener('click', () => drawer.open('response-title'));
  return button;
};

/** The number of quotas requested or shown: an older answer that arrives late is ignored. */
let latest = 0;

/** Shows what the page's address links to, with the composer folded. Returns whether it links to a text. */
const openLink = (): boolean => {
  const request = linkedRequest(location.hash);
  if (!request?.text) return false;
  const bold = linkedBold(location.hash, request);
  fill(request);
  composer.dataset.folded = '';
  if (bold.length === 0) preview(true);
  else show({ request, answer: undefined, linked: bold }, true);
  describe();
  return true;
};

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
  // The fields no longer match the link.
  if (location.hash) history.replaceState(null, '', location.pathname);
  preview((target as HTMLInputElement).type === 'radio');
});
nameShortcut();
addEventListener('hashchange', openLink);
own.addEventListener('click', () => {
  delete composer.dataset.folded;
  text.select();
});
find('#quota-button').addEventListener('click', () => drawer.open());
find('#code-button').addEventListener('click', () => drawer.open('code-title'));
holdToScream(send, {
  begin: () => (draft().voice === 'scream' && canCall() ? draft().value : undefined),
  set: (intensity, isHeld) => {
    fill({ ...draft(), voice: 'scream', value: intensity });
    find('#stage').toggleAttribute('data-held', isHeld);
    if (!isHeld || !matchMedia('(prefers-reduced-motion: reduce)').matches) preview(false);
  },
  send: call,
});

// The example's result is stored, so that showing it takes no slot.
const { initial: value } = voices.emphasize.setting;
answers.set(
  cacheKey({ voice: 'emphasize', text: text.placeholder, value }),
  storedEmphasis(find('#stage')),
);
const setKey = runKeyFields([key], async (value) => {
  latest += 1;
  const asked = latest;
  // Another key has its own quota.
  quota.open();
  if (shown && shown.answer === undefined) describe();
  const left = value === '' ? undefined : await quotaOf(value).catch(() => undefined);
  if (asked === latest) quota.show(left);
});
if (!openLink()) {
  fill(remembered() ?? draft());
  preview(true);
}
composer.dataset.ready = '';
let handed: string | undefined;
takeKey((given) => {
  handed = given;
  setKey(given);
  say('said', 'Your new key is used for all requests now.');
});
// A key that was handed over does not outlast the session in which it was created.
onSignOutElsewhere(() => {
  if (key.value !== handed) return;
  setKey();
  drawer.refresh();
});
