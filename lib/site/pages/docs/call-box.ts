/** A form to try an endpoint: it shows its request as a sample in each language, and sends it. */
import { type Call, callApi } from '../call.ts';
import { keyInCode } from '../key.ts';
import { writeSamples } from '../samples.ts';
import { answerContent, noAnswer } from '../shown-answer.ts';

export interface CallBox {
  /** The field for the key, if the endpoint needs one. */
  readonly keyField: HTMLInputElement | null;
  /** Updates what depends on the fields. */
  readonly refresh: () => void;
}

/** Scrollable blocks must be reachable by keyboard. */
const makeReachable = (block: HTMLElement) => {
  block.tabIndex = block.scrollHeight > block.clientHeight ? 0 : -1;
};

/** @param say - announces a message to screen readers. */
export const runCallBox = (form: HTMLFormElement, say: (message: string) => void): CallBox => {
  const trial = form.closest('.trial') as HTMLElement;
  const answer = trial.querySelector('.answer') as HTMLElement;
  const key = form.querySelector<HTMLInputElement>('[name=key]');
  const noKey = form.querySelector<HTMLElement>('.no-key');
  const body = form.querySelector<HTMLTextAreaElement>('[name=body]');
  const example = form.querySelector<HTMLSelectElement>('[name=example]');

  const draft = (): Call => ({
    method: String(form.dataset.method),
    path: String(form.dataset.path),
    key: key?.value.trim() || undefined,
    body: body?.value,
  });

  const refresh = () => {
    const { path, key: typed, body } = draft();
    if (noKey) noKey.hidden = typed !== undefined;
    writeSamples(trial, {
      url: new URL(path, location.href).href,
      key: key ? keyInCode(key.value) : undefined,
      body,
    });
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
    form.ariaBusy = 'true';
    answer.replaceChildren(...(await callApi(draft()).then(answerContent, noAnswer)));
    form.ariaBusy = null;
    say(String(answer.querySelector('.outcome')?.textContent));
    answer.querySelectorAll('pre').forEach(makeReachable);
    answer.scrollIntoView({ block: 'nearest' });
  });
  form.hidden = false;
  return { keyField: key, refresh };
};
