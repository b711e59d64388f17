/** A voice: a form that makes one call of the API each time it is sent, and shows what came back. */
import { copyButton } from '../copy.ts';
import { curlLine } from '../curl.ts';
import { type Content, element } from '../element.ts';
import type { Quota } from '../quota.ts';
import { type Answer, post } from './api.ts';
import { outOfSlots, refusal } from './messages.ts';

/** What sets one voice apart from another. */
export interface Voice {
  /** The name of its form, and of its endpoint. */
  readonly name: string;
  /** What its slider adds to the request. */
  readonly setting?: (value: number) => {
    readonly fields: Readonly<Record<string, number>>;
    /** How the setting is shown. */
    readonly reading: string;
    /** How it is read out. */
    readonly spoken: string;
  };
  /** What is shown of a success. */
  readonly result: (body: unknown) => Content;
  /** One line about it. */
  readonly facts: (body: unknown) => string;
}

/** What a voice uses of the page. */
export interface Page {
  /** What to send; undefined when it is not fit to be sent, and the visitor was told so. */
  readonly input: () => { readonly text: string; readonly key: string } | undefined;
  /** What stands in the fields, fit to be sent or not. */
  readonly draft: () => { readonly text: string; readonly key: string };
  readonly onQuota: (quota: Quota | undefined) => void;
  /** Says something to those who don't see it. */
  readonly say: (message: string) => void;
}

/** A voice on the page. */
export interface RunningVoice {
  /** Writes the curl line anew. */
  readonly refresh: () => void;
  /** Counts down what is left until the window turns. */
  readonly tick: (seconds: number) => void;
}

/** Brings a voice's form to life. */
export const runVoice = (voice: Voice, page: Page): RunningVoice => {
  const form = document.getElementById(voice.name) as HTMLFormElement;
  const find = <T extends Element>(selector: string) => form.querySelector<T>(selector);
  const slider = find<HTMLInputElement>('input[type=range]');
  const reading = find<HTMLElement>('.reading');
  const output = find<HTMLElement>('.answer') as HTMLElement;
  const line = find<HTMLInputElement>('.curl input') as HTMLInputElement;
  const url = new URL(`/v1/${voice.name}`, location.href).href;
  /** The seconds in a refusal for want of slots, while one is shown. */
  let countdown: HTMLElement | undefined;
  let calling = false;

  const setting = () => slider && voice.setting?.(slider.valueAsNumber);

  const refresh = () => {
    const { text, key } = page.draft();
    const { fields, reading: shown = '', spoken = '' } = setting() ?? {};
    line.value = curlLine({ url, key, body: { text, ...fields } });
    if (reading) reading.textContent = shown;
    slider?.setAttribute('aria-valuetext', spoken);
  };

  const show = (state: 'done' | 'refused' | 'waiting', ...content: Content) => {
    countdown = undefined;
    output.dataset.state = state;
    output.replaceChildren(...content);
    // What has to be scrolled must be within reach of the keyboard.
    output.tabIndex = output.scrollHeight > output.clientHeight ? 0 : -1;
  };

  const showAnswer = (answer: Answer) => {
    if (answer.status === 200) {
      const facts = `${voice.facts(answer.body)} · ${answer.duration} ms`;
      const result = element('p', 'result', ...voice.result(answer.body));
      // Right to left where the text is, with what is appended to it at its end.
      result.dir = 'auto';
      show('done', result, element('p', 'facts', facts));
    } else if (answer.status === 429 && answer.quota) {
      const { content, countdown: seconds } = outOfSlots(answer.quota);
      show('waiting', ...content);
      countdown = seconds;
    } else {
      show('refused', element('p', 'kind', refusal(answer)));
    }
    if (answer.quota || answer.status === 401) page.onQuota(answer.quota);
  };

  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const input = page.input();
    if (input === undefined || calling) return;
    calling = true;
    form.setAttribute('aria-busy', 'true');
    try {
      showAnswer(await post(url, input.key, { text: input.text, ...setting()?.fields }));
    } catch {
      show('refused', element('p', 'kind', 'No answer came. Are you offline?'));
    } finally {
      calling = false;
      form.removeAttribute('aria-busy');
    }
  });

  slider?.addEventListener('input', refresh);

  copyButton(find<HTMLButtonElement>('.copy') as HTMLButtonElement, {
    name: `the curl line for ${voice.name}`,
    text: () => line.value,
    select: () => {
      line.focus();
      line.select();
    },
    say: page.say,
  });

  return {
    refresh,
    tick: (seconds) => {
      if (countdown === undefined) return;
      if (seconds > 0) countdown.textContent = `${seconds} s`;
      else show('done', element('p', 'kind', 'Your quota is full again. Go on!'));
    },
  };
};
