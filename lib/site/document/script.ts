/** Copies, and sends requests, on the reference, the guide and the changelog. They are complete without it. */
import { type ApiCall, callApi } from '../shared/call.ts';
import { copyButton } from '../shared/copy.ts';
import { keyFault, keyInCode, runKeyField } from '../shared/key.ts';
import { paintCode } from '../shared/paint-code.ts';
import { runSamples, writeSamples } from '../shared/samples.ts';
import { clearOutcome, noResponse, responseContent } from '../shared/shown-response.ts';

const announce = (message: string) => {
  (document.querySelector('#status') as HTMLElement).textContent = message;
};

/** For all forms. */
const key = document.querySelector<HTMLInputElement>('#key');

const keyNote = document.querySelector('#key-note');
const usualNote = [...(keyNote?.childNodes ?? [])];

/** Scrollable blocks must be reachable by keyboard. */
const makeReachable = (block: HTMLElement) => {
  block.tabIndex = block.scrollHeight > block.clientHeight ? 0 : -1;
};

/**
 * Makes a form show its request as a sample in each language, and send it.
 *
 * @returns a function that updates the samples.
 */
const runForm = (form: HTMLFormElement): (() => void) => {
  const trial = form.closest('.trial') as HTMLElement;
  const answer = trial.querySelector('.answer') as HTMLElement;
  const field = form.dataset.access === 'open' ? null : key;
  const body = form.querySelector<HTMLTextAreaElement>('[name=body]');
  const example = form.querySelector<HTMLSelectElement>('[name=example]');

  const draft = (): ApiCall => ({
    method: String(form.dataset.method),
    path: String(form.dataset.path),
    key: field?.value.trim(),
    body: body?.value,
  });

  const refresh = () => {
    const { path, body } = draft();
    writeSamples(trial, {
      url: new URL(path, location.href).href,
      key: field ? keyInCode(field.value) : undefined,
      body,
    });
    paintCode();
  };

  form.addEventListener('input', refresh);
  example?.addEventListener('change', () => {
    if (body) body.value = example.value;
    refresh();
  });
  form.addEventListener('keydown', (event) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) form.requestSubmit();
  });
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    if (form.ariaBusy === 'true') return;
    const fault = field && keyFault(field);
    if (fault) {
      keyNote?.replaceChildren(...fault);
      return field.focus();
    }
    form.ariaBusy = 'true';
    clearOutcome(answer);
    answer.replaceChildren(...(await callApi(draft()).then(responseContent, noResponse)));
    paintCode();
    form.ariaBusy = null;
    announce(String(answer.querySelector('.outcome')?.textContent));
    answer.querySelectorAll('pre').forEach(makeReachable);
    answer.scrollIntoView({ block: 'nearest' });
  });
  return refresh;
};

const forms = [...document.querySelectorAll<HTMLFormElement>('.call')];
const refreshes = forms.map(runForm);
if (key) {
  runKeyField(key, () => {
    keyNote?.replaceChildren(...usualNote);
    for (const refresh of refreshes) refresh();
  });
}
for (const fieldset of document.querySelectorAll<HTMLFieldSetElement>('fieldset:disabled')) {
  fieldset.disabled = false;
}

runSamples(announce);
paintCode();

// The whole reference for an assistant: the link beside the button leads to the same.
const copyPage = document.querySelector<HTMLButtonElement>('#copy-page');
if (copyPage) {
  copyButton(copyPage, {
    name: 'the reference as Markdown',
    text: async () => (await fetch('/docs.md')).text(),
    select: () => location.assign('/docs.md'),
    say: announce,
  });
  copyPage.disabled = false;
}

/** Marks the part at the top of the window in the list of contents. */
const links = new Map<Element, HTMLAnchorElement>();
for (const link of document.querySelectorAll<HTMLAnchorElement>('.contents a')) {
  const part = document.getElementById(link.hash.slice(1))?.closest('.part');
  if (part) links.set(part, link);
}
const seen = new Set<Element>();
const observer = new IntersectionObserver(
  (entries) => {
    for (const { target, isIntersecting } of entries) {
      if (isIntersecting) seen.add(target);
      else seen.delete(target);
    }
    const current = [...links.keys()].find((part) => seen.has(part));
    for (const [part, link] of links) link.ariaCurrent = part === current ? 'true' : null;
  },
  // A strip near the top of the window, just below where links scroll to.
  { rootMargin: '-40px 0px -85%' },
);
for (const part of links.keys()) observer.observe(part);
// Folds the list, which may cover the part.
addEventListener('hashchange', () =>
  document.querySelector('.contents details')?.removeAttribute('open'),
);
