/** The playground: shows what a voice does to a text as it is typed, and sends it. */
import { maxCharacters, maxSizeText } from '../../../functions/request/fields.ts';
import { type ApiResponse, callApi, parseJson, readDetail } from '../shared/call.ts';
import { copyButton } from '../shared/copy.ts';
import { duration } from '../shared/duration.ts';
import type { Content } from '../shared/element.ts';
import { takeKey } from '../shared/hand-over.ts';
import { askForKey, keyFault, keyInCode, runKeyField } from '../shared/key.ts';
import { paintCode } from '../shared/paint-code.ts';
import { runSamples, writeSamples } from '../shared/samples.ts';
import { bodyContent, clearOutcome, responseContent } from '../shared/shown-response.ts';
import { onSignOutElsewhere } from '../shared/storage.ts';
import { bodySize, createFields } from './draft.ts';
import { showOnStage } from './stage.ts';
import { linkHash, toBody, toFacts, type VoiceBody, type VoiceRequest, voices } from './voices.ts';

/** A call that takes longer is said to be under way, in milliseconds. */
const slow = 600;

/** A text that is longer is emphasized after a pause, in milliseconds. */
const longText = 2_000;
const pause = 200;

const find = <T extends Element>(selector: string) => document.querySelector(selector) as T;
const composer = find<HTMLFormElement>('#composer');
const text = find<HTMLTextAreaElement>('#text');
const key = find<HTMLInputElement>('#key');
const send = find<HTMLButtonElement>('#send');
const copyResult = find<HTMLButtonElement>('#copy-result');
const line = find<HTMLElement>('#line');
const stage = find<HTMLElement>('#stage');
const { draft, keep, restore } = createFields(composer);

/** The request on the page, with its preview or response. That of an older request is not shown. */
let shown: { readonly request: VoiceRequest; readonly body?: VoiceBody };

const say = (state: 'typed' | 'said' | 'refused', ...message: Content): void => {
  // Screen readers announce what happened, but nothing while somebody types.
  line.ariaLive = state === 'typed' ? 'off' : 'polite';
  line.dataset.state = state;
  line.replaceChildren(...message);
};

const showResult = (title: 'Preview' | 'Response' | 'No response', content: Content): void => {
  find('#answer-title').textContent = title;
  find('#response').replaceChildren(...content);
  paintCode();
};

const writeCode = (): void => {
  const request = draft();
  writeSamples(find('.samples'), {
    url: new URL(`/v1/${request.voice}`, location.href).href,
    key: keyInCode(key.value),
    body: toBody(request),
  });
  paintCode();
};

let model: typeof import('./emphasis.ts') | undefined;

/** What the endpoint would return, by its own code; undefined if the draft has changed, or the model does not load. */
const compute = async (request: VoiceRequest): Promise<VoiceBody | undefined> => {
  const { work } = voices[request.voice];
  if (work) return work(request.text, request.value);
  if (model === undefined) showOnStage(stage, request);
  model ??= await import(String(composer.dataset.emphasis)).catch(() => undefined);
  if (request.text.length > longText) await new Promise((resolve) => setTimeout(resolve, pause));
  return shown.request === request
    ? model?.previewEmphasis(request.text, request.value)
    : undefined;
};

/** Shows what the API would do with the draft, without a request. */
const preview = async (animated: boolean): Promise<void> => {
  const request = draft();
  shown = { request };
  copyResult.disabled = true;
  writeCode();
  const size = bodySize(request);
  if (size > maxCharacters) {
    showOnStage(stage, { ...request, text: request.text.slice(0, maxCharacters) });
    showResult('Preview', []);
    return say('refused', tooLong(size));
  }
  const body = await compute(request);
  if (shown.request !== request) return;
  showOnStage(stage, request, body, animated);
  if (body === undefined) {
    showResult('Preview', []);
    return say('typed', 'The preview did not load. Send the text, or reload the page.');
  }
  shown = { request, body };
  copyResult.disabled = false;
  showResult('Preview', [bodyContent(body)]);
  const by = request.voice === 'emphasize' && composer.dataset.model === 'bedrock';
  const origin = by ? 'a preview by the embedded model, not sent' : 'a preview, not sent';
  // A text that may soon be too long.
  const limit = size > 0.9 * maxCharacters ? ` · ${sizeInWords(size)}` : '';
  say('typed', `${toFacts(request, body)} · ${origin}${limit}`);
};

const sizeInWords = (size: number): string =>
  `${size.toLocaleString('en')} of ${maxSizeText} characters`;

const tooLong = (size: number): string => `Too long to send: the request has ${sizeInWords(size)}.`;

/** The request that was sent, until its response comes. */
let sent: VoiceRequest | undefined;

const call = async (): Promise<void> => {
  const { request } = shown;
  // Another press of the button.
  if (sent === request || send.ariaDisabled) return;
  const fault = keyFault(key);
  if (fault) {
    say('refused', ...fault);
    return key.focus();
  }
  const size = bodySize(request);
  if (size > maxCharacters) return say('refused', tooLong(size));
  sent = request;
  composer.ariaBusy = 'true';
  clearOutcome(find('#response'));
  const timer = setTimeout(say, slow, 'said', 'Waiting for the response …');
  const path = `/v1/${request.voice}`;
  const answer = await callApi({
    method: 'POST',
    path,
    key: key.value.trim(),
    body: toBody(request),
  }).catch((error: Error) => error);
  clearTimeout(timer);
  if (sent === request) {
    sent = undefined;
    composer.ariaBusy = null;
  }
  if (shown.request !== request) return;
  if (answer instanceof Error) {
    showResult('No response', []);
    say('refused', answer.message);
  } else showResponse(request, answer);
};

const showResponse = (request: VoiceRequest, answer: ApiResponse): void => {
  const { status, headers, text } = answer;
  showResult('Response', responseContent(answer));
  const body = parseJson(text) as (VoiceBody & { readonly detail?: unknown }) | undefined;
  // Absent where nothing is known.
  const isKnown = headers.has('RateLimit');
  const limit = Number(headers.get('X-RateLimit-Limit'));
  if (status === 429 && isKnown) waitFor(Number(headers.get('X-RateLimit-Reset')));
  if (status === 200 && typeof body?.result === 'string') {
    shown = { request, body };
    copyResult.disabled = false;
    showOnStage(stage, request, body, true);
    const left = isKnown
      ? ` · ${headers.get('X-RateLimit-Remaining')} of ${limit} requests left`
      : '';
    say('said', `${toFacts(request, body)}${left}`);
  } else {
    const why = whyRefused(status, body, isKnown ? limit : undefined);
    say('refused', ...(body && status === 401 ? askForKey(why) : [why]));
  }
  find('#beside').scrollIntoView({ block: 'nearest' });
};

const whyRefused = (status: number, body: unknown, limit: number | undefined): string => {
  if (body === undefined || status === 200) {
    return `The response (${status}) is not from Amplify but from a proxy or firewall. Try again.`;
  }
  if (status === 401) return 'This key is not accepted. Enter another one';
  if (status === 429 && limit) return `Take a breath: all ${limit} requests are used up.`;
  if (status === 429) return 'Too many requests at once. Try again in a moment.';
  return readDetail(body) ?? 'That did not work. Try again.';
};

let countdown: ReturnType<typeof setInterval> | undefined;

const reopen = (): void => {
  clearInterval(countdown);
  send.ariaDisabled = null;
  find('#send .label').textContent = 'Send';
};

/** Disables the button until the quota's window ends. */
const waitFor = (seconds: number): void => {
  const end = Date.now() + seconds * 1000;
  const tick = () => {
    const left = Math.ceil((end - Date.now()) / 1000);
    find('#send .label').textContent = `Again in ${duration(left)}`;
    if (left > 0) return;
    reopen();
    say('said', 'Your quota is full again. Go on!');
  };
  // Not `disabled`, which would lose the focus.
  send.ariaDisabled = 'true';
  clearInterval(countdown);
  countdown = setInterval(tick, 250);
  tick();
};

composer.addEventListener('submit', (event) => {
  event.preventDefault();
  void call();
});
composer.addEventListener('input', ({ target }) => {
  keep();
  void preview((target as HTMLInputElement).type === 'radio');
});
text.addEventListener('keydown', (event) => {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  void call();
});
const openDraft = (): Promise<void> => {
  restore();
  return preview(location.hash !== '');
};
// Also by a link on this page, and by Back.
addEventListener('hashchange', () => void openDraft());
addEventListener('popstate', () => void openDraft());

const link = () => new URL(linkHash(shown.request), location.href).href;
const output = find('#answer');
copyButton(copyResult, {
  name: 'the result',
  text: () => String(shown.body?.result),
  select: () => getSelection()?.selectAllChildren(output),
  say: (message) => say('said', message),
});
copyButton(find<HTMLButtonElement>('#copy-link'), {
  name: 'the link',
  text: link,
  select: () => history.replaceState(history.state, '', link()),
  byHand: 'The link is in the address bar: copy it from there.',
  say: (message) => say('said', message),
});
runSamples((message) => {
  find('#copied').textContent = message;
});

const setKey = runKeyField(key, () => {
  // Another key has its own quota, and may be accepted.
  reopen();
  if (line.dataset.state === 'refused') void preview(false);
  else writeCode();
});
await openDraft();
const handed = takeKey();
if (handed !== undefined) {
  setKey(handed);
  say('said', 'Your new key is used for all requests now.');
}
// A key that was handed over does not outlast the session in which it was created.
onSignOutElsewhere(() => {
  if (key.value === handed) setKey();
});
