/** The playground: a text becomes the page, in one of four voices. */
import { maxCharacters, maxCharactersText } from '../../../functions/http/body-size.ts';
import { type Content, element } from './element.ts';
import { takeKey } from './hand-over.ts';
import { keyField } from './key.ts';
import { callVoice, quotaOf } from './playground/answer.ts';
import { createDrawer } from './playground/drawer.ts';
import { createFields } from './playground/fields.ts';
import { createQuotaView } from './playground/quota.ts';
import {
  cacheKey,
  linkedRequest,
  sizeOf,
  type TextRequest,
  voiceNames,
} from './playground/request.ts';
import { createStage } from './playground/stage.ts';
import { createTools } from './playground/tools.ts';
import { factsOf, localAnswer, type Shown, type VoiceAnswer } from './playground/voices.ts';
import type { Quota } from './quota.ts';
import { onSignOutElsewhere } from './remembered.ts';
import { nameShortcut } from './shortcut.ts';

/** The answer of emphasize to the example. The build inserts it. */
declare const STORED_EMPHASIS: VoiceAnswer;

/** How long a choice must last before the service is called, in milliseconds: arrow keys pass over others. */
const pause = 350;

/** The line says that a call is under way after this many milliseconds, since most are faster. */
const slowAfter = 600;

const tooLong = `That is too long, and was not sent: a request may have ${maxCharactersText} characters.`;

const find = <T extends Element>(selector: string) => document.querySelector(selector) as T;
const composer = find<HTMLFormElement>('#composer');
const text = find<HTMLTextAreaElement>('#text');
const line = find<HTMLElement>('#line');
const key = find<HTMLInputElement>('#key');
const copyMarkdown = find<HTMLElement>('#copy-markdown');

const fields = createFields(composer);
const { draft } = fields;
const stage = createStage(find('#stage'));
const drawer = createDrawer(find('#developers'), key, draft);
const quota = createQuotaView({
  gauge: find('#quota'),
  ring: find('#developers-button'),
  button: find('#amplify'),
  onReset: () => say('said', 'Your quota is full again. Go on!'),
});
const disableTools = createTools(find('.tools'), {
  shown: () => shown,
  stage: find('#stage'),
  say: (message) => say('said', message),
});

/** Answers of the service by request. */
const answers = new Map<string, Shown>();
let shown: Shown;

const say = (state: 'said' | 'refused', ...message: Content) => {
  line.replaceChildren(...message);
  line.dataset.state = state;
};

const show = (next: Shown) => {
  const { request, answer } = next;
  shown = next;
  stage.show(request, answer);
  compare();
  copyMarkdown.hidden = request.voice !== 'emphasize' || answer === undefined;
  describe();
};

const describe = () => {
  const { request, answer, duration } = shown;
  if (answer === undefined) say('said', ...toEmphasize());
  else say('said', `${factsOf(request, answer)} · ${origin(request, duration)}`);
};

/** Fades the answer and disables its tools while the typed text is another one. */
const compare = () => {
  const differs = shown.request.text !== text.value;
  stage.fade(differs);
  disableTools(differs);
};

const origin = ({ text: said }: TextRequest, duration?: number): string => {
  if (duration !== undefined) return `${duration} ms`;
  return said === text.defaultValue ? 'an example' : 'not sent yet';
};

const toEmphasize = (): Content => {
  if (canCall() || document.documentElement.dataset.keyPolicy === 'demo') {
    return ['Press Amplify to see it emphasized.'];
  }
  const link = element('a', '', 'Get a key');
  link.setAttribute('href', '/dashboard');
  return [link, ' to see it emphasized.'];
};

/** Shows the draft without a call; without a text, the example. */
const preview = () => {
  const request = { ...draft(), text: text.value || text.defaultValue };
  show({ request, answer: localAnswer(request) });
};

const keep = (called: Shown) => answers.set(cacheKey(called.request), called);
const known = () => answers.get(cacheKey(draft()));

const canCall = () => key.checkValidity() && !quota.isClosed();

let calling = false;
/** Whether to call again afterwards. */
let again = false;
/** Whether the text was sent: then a changed setting is sent as well. */
let sent = false;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Sends the draft. If it changes during a call, it is sent again. */
const call = async (): Promise<void> => {
  clearTimeout(timer);
  again = calling;
  if (calling || quota.isClosed() || !text.reportValidity()) return;
  if (!key.checkValidity()) return drawer.askForKey();
  const request = draft();
  if (sizeOf(request) > maxCharacters) return say('refused', tooLong);
  calling = true;
  sent = true;
  composer.ariaBusy = 'true';
  const slow = setTimeout(say, slowAfter, 'said', 'Waiting for the answer …');
  await take(request).catch(({ message }: Error) => say('refused', message));
  clearTimeout(slow);
  calling = false;
  composer.ariaBusy = null;
  if (again && cacheKey(request) !== cacheKey(draft())) await call();
};

/** Calls the service, and shows its answer unless the draft has changed. */
const take = async (request: TextRequest): Promise<void> => {
  const usedKey = key.value;
  const before = shown;
  const { status, quota: left, result, duration } = await callVoice(request, usedKey.trim());
  if (usedKey === key.value) {
    if (left || status === 401) showQuota(left);
    if (left && status === 429) quota.close();
  }
  if ('refusal' in result) return say('refused', result.refusal);
  const called = { request, answer: result, duration };
  keep(called);
  if (before === shown || cacheKey(request) === cacheKey(draft())) show(called);
  else describe();
};

/** The number of quotas requested or shown: an older answer that arrives late is ignored. */
let latest = 0;
const showQuota = (left: Quota | undefined) => {
  latest += 1;
  quota.show(left);
};

/** Shows the draft's answer: a cached one, the service's if `wanted`, or what the page can compute. */
const follow = (wanted: boolean) => {
  clearTimeout(timer);
  if (text.value === '') return;
  const answered = known();
  if (answered) show(answered);
  else if (wanted && canCall()) timer = setTimeout(call, pause);
  else preview();
};

const openRequest = (request: TextRequest) => {
  clearTimeout(timer);
  again = false;
  sent = false;
  fields.fill(request);
  const answered = known();
  if (answered) show(answered);
  else preview();
};

/** The request in the page's address, if any. */
const linked = () => {
  const request = linkedRequest(location.hash);
  return request?.text ? request : undefined;
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
  if (target === text) compare();
  else if ((target as HTMLInputElement).type === 'radio') follow(true);
  else if (shown.request.text === text.value) {
    // A scream follows its slider at once.
    if (draft().voice === 'scream') preview();
    follow(sent);
  }
});
// The chosen voice can be pressed again for another text.
find('.voices').addEventListener('click', ({ target }) => {
  if (target instanceof HTMLInputElement) follow(true);
});
nameShortcut();
addEventListener('hashchange', () => {
  const request = linked();
  if (request) openRequest(request);
});
find('#developers-button').addEventListener('click', drawer.open);

// The example takes no slot in any voice.
for (const voice of voiceNames) {
  const request = fields.requestIn(voice);
  keep({ request, answer: localAnswer(request) ?? STORED_EMPHASIS });
}
const setKey = keyField(key, async (value) => {
  latest += 1;
  const asked = latest;
  // Another key has its own quota.
  quota.open();
  if (shown && shown.answer === undefined) describe();
  const left = value === '' ? undefined : await quotaOf(value).catch(() => undefined);
  if (asked === latest) quota.show(left);
});
openRequest(linked() ?? fields.remembered() ?? draft());
let handed: string | undefined;
takeKey((given) => {
  handed = given;
  setKey(given);
  say('said', 'Your new key is used for all calls now.');
});
// A key that was handed over does not outlast the session in which it was created.
onSignOutElsewhere(() => {
  if (key.value !== handed) return;
  setKey();
  drawer.refresh();
});
