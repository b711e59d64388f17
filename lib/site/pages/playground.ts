/** The playground: a text becomes the page, in one of four voices. */
import { maxCharacters, maxCharactersText } from '../../../functions/http/body-size.ts';
import { type Answer, callApi, parsed } from './call.ts';
import { type Content, element } from './element.ts';
import { takeKey } from './hand-over.ts';
import { keyField } from './key.ts';
import { createDrawer } from './playground/drawer.ts';
import { createFields } from './playground/fields.ts';
import { createQuotaView, quotaIn } from './playground/quota.ts';
import {
  bodyOf,
  cacheKey,
  linkedRequest,
  sizeOf,
  type TextRequest,
  voiceNames,
} from './playground/request.ts';
import { createStage } from './playground/stage.ts';
import { createTools } from './playground/tools.ts';
import { factsOf, localAnswer, type Shown, type VoiceAnswer } from './playground/voices.ts';
import { nameShortcut } from './shortcut.ts';

/** The answer of emphasize to the example. Put in when the site is built. */
declare const STORED_EMPHASIS: VoiceAnswer;

/** How long a choice has to last before it is called, in milliseconds: arrow keys pass others on their way. */
const pause = 350;

/** After how many milliseconds a call is said to take time: most are faster. */
const slowAfter = 600;

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

/** Answers of the service, by the requests. */
const answers = new Map<string, Shown>();
let shown: Shown;

const say = (state: 'said' | 'refused', ...message: Content) => {
  line.replaceChildren(...message);
  line.dataset.state = state;
};

const show = (next: Shown) => {
  const { request, answer, duration } = next;
  shown = next;
  stage.show(request, answer);
  compare();
  copyMarkdown.hidden = request.voice !== 'emphasize' || answer === undefined;
  if (answer === undefined) say('said', ...toEmphasize());
  else say('said', `${factsOf(request, answer)} · ${origin(request, duration)}`);
};

/** Fades an answer to another text than the one that is typed, and disables what can be done with it. */
const compare = () => {
  const differs = shown.request.text !== text.value;
  stage.fade(differs);
  disableTools(differs);
};

const origin = ({ text: said }: TextRequest, duration?: number): string => {
  if (duration !== undefined) return `${duration} ms`;
  return said === text.defaultValue ? 'an example' : 'not sent yet';
};

/** What has a text emphasized. */
const toEmphasize = (): Content => {
  if (canCall() || document.documentElement.dataset.keyPolicy === 'demo') {
    return ['Press Amplify to see it emphasized.'];
  }
  const link = element('a', '', 'Get a key');
  link.setAttribute('href', '/dashboard');
  return [link, ' to see it emphasized.'];
};

/** Shows the draft as far as that takes no call; the example for as long as there is no text. */
const preview = () => {
  const request = { ...draft(), text: text.value || text.defaultValue };
  show({ request, answer: localAnswer(request) });
};

const keep = (called: Shown) => answers.set(cacheKey(called.request), called);
const known = () => answers.get(cacheKey(draft()));

const canCall = () => key.checkValidity() && !quota.isClosed();

let calling = false;
/** Whether to call again after the call. */
let again = false;
/** Whether the text was sent: another setting is then called, too. */
let sent = false;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Has the service answer the draft, after the call that is under way. */
const call = async (): Promise<void> => {
  clearTimeout(timer);
  again = calling;
  if (calling || quota.isClosed() || !text.reportValidity()) return;
  if (!key.checkValidity()) {
    drawer.askForKey();
    return;
  }
  const request = draft();
  if (sizeOf(request) > maxCharacters) {
    say(
      'refused',
      `That is too long, and was not sent: a request may have ${maxCharactersText} characters.`,
    );
    return;
  }
  const usedKey = key.value;
  const before = shown;
  const slow = setTimeout(say, slowAfter, 'said', 'Waiting for the answer …');
  calling = true;
  sent = true;
  composer.ariaBusy = 'true';
  try {
    const answer = await callApi({
      method: 'POST',
      path: `/v1/${request.voice}`,
      key: usedKey.trim(),
      body: JSON.stringify(bodyOf(request)),
    });
    take(request, answer, usedKey === key.value, before === shown);
  } catch (error) {
    say('refused', (error as Error).message);
  }
  clearTimeout(slow);
  calling = false;
  composer.ariaBusy = null;
  if (again && cacheKey(request) !== cacheKey(draft())) await call();
};

/**
 * Takes an answer.
 *
 * @param currentKey - whether it is for the key in the field.
 * @param wanted - whether nothing else was shown since the call.
 */
const take = (request: TextRequest, answer: Answer, currentKey: boolean, wanted: boolean) => {
  const { status, headers, text: json, duration } = answer;
  const left = quotaIn(headers);
  if (currentKey && (left || status === 401)) showQuota(left);
  if (currentKey && left && status === 429) quota.close();
  const body = parsed(json);
  if (status !== 200 || body === undefined) {
    say('refused', refusal(status, body, left));
    return;
  }
  const order = headers.get('Emphasis-Order')?.split(',').map(Number) ?? [];
  const called = { request, answer: { body: body as VoiceAnswer['body'], order }, duration };
  keep(called);
  if (wanted) show(called);
};

/** Why there is no result, for the visitor. */
const refusal = (status: number, body: unknown, left: ReturnType<typeof quotaIn>): string => {
  if (body === undefined) {
    return `The answer (${status}) is not Amplify’s own: something on the way to it sent it. Try again in a moment.`;
  }
  const { detail } = body as { detail?: string | readonly { readonly msg: string }[] };
  switch (status) {
    case 401:
      return 'This key is not accepted. Type another one under “Key”.';
    case 429:
      return left
        ? `Take a breath: all ${left.limit} calls are used up. Your voice is back in ${left.resetsInSeconds} seconds.`
        : 'That was too much at once. Try again in a moment.';
    default:
      return typeof detail === 'string'
        ? detail
        : (detail?.map(({ msg }) => msg).join('. ') ?? 'That did not work. Try again.');
  }
};

/** How many quotas were asked for or shown: an older one that arrives late is not shown. */
let latest = 0;
const showQuota = (left: ReturnType<typeof quotaIn>) => {
  latest += 1;
  quota.show(left);
};

/** Asks how many calls a key has left, which takes no slot. */
const quotaOf = async (value: string) => {
  const path = '/v1/rate-limits';
  return quotaIn((await callApi({ method: 'GET', path, key: value, body: undefined })).headers);
};

/** Has the draft answered, by a call if one is needed and wanted. */
const follow = (wanted: boolean) => {
  clearTimeout(timer);
  if (text.value === '') return;
  const answered = known();
  if (answered) show(answered);
  else if (wanted && canCall()) timer = setTimeout(call, pause);
  else preview();
};

/** Shows what a request is for, as far as that takes no call. */
const open = (request: TextRequest) => {
  clearTimeout(timer);
  again = false;
  sent = false;
  fields.fill(request);
  const answered = known();
  if (answered) show(answered);
  else preview();
};

/** The request of the link that the page was opened by. */
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
  // This is not what the link asked for.
  if (location.hash) history.replaceState(null, '', location.pathname);
  if (target === text) compare();
  else if ((target as HTMLInputElement).type === 'radio') follow(true);
  else if (shown.request.text === text.value) {
    // At once: an emphasized text waits for its call instead.
    if (draft().voice === 'scream') preview();
    follow(sent);
  }
});
// A voice that is chosen already can be pressed again for another text.
find('.voices').addEventListener('click', ({ target }) => {
  if (target instanceof HTMLInputElement) follow(true);
});
nameShortcut();
addEventListener('hashchange', () => {
  const request = linked();
  if (request) open(request);
});
find('#developers-button').addEventListener('click', drawer.open);

// The example takes no slot of a visitor's quota in any voice.
for (const voice of voiceNames) {
  const request = fields.requestIn(voice);
  keep({ request, answer: localAnswer(request) ?? STORED_EMPHASIS });
}
keyField(key, async (value) => {
  latest += 1;
  const asked = latest;
  // Another key has a quota of its own.
  quota.open();
  const left = value === '' ? undefined : await quotaOf(value).catch(() => undefined);
  if (asked === latest) quota.show(left);
});
open(linked() ?? fields.remembered() ?? draft());
takeKey((handed) => {
  key.value = handed;
  key.dispatchEvent(new Event('change'));
  say('said', 'Your new key is in its place: every call takes it now.');
});
