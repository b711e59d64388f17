/** The playground: one text, four voices, and the quota that they share. */
import { maxCharacters, maxCharactersText } from '../../../functions/body/size.ts';
import { element } from './element.ts';
import { createGauge } from './gauge.ts';
import { takeKey } from './hand-over.ts';
import { keyField } from './key.ts';
import { quotaOf } from './playground/api.ts';
import { emphasizedPieces } from './playground/emphasis.ts';
import { runVoice, type Voice } from './playground/voice.ts';
import type { Quota } from './quota.ts';

const form = document.querySelector('#input') as HTMLFormElement;
const text = document.querySelector('#text') as HTMLTextAreaElement;
const key = document.querySelector('#key') as HTMLInputElement;
const size = document.querySelector('#size') as HTMLElement;
const status = document.querySelector('#copied') as HTMLElement;

interface Capitalization {
  readonly result: string;
  readonly characters_amplified: number;
}

interface Emphasis {
  readonly original: string;
  readonly result: string;
  readonly emphasized_words: readonly string[];
  readonly model: string;
}

const capitalization: Pick<Voice, 'result' | 'facts'> = {
  result: (body) => [(body as Capitalization).result],
  facts: (body) => {
    const { characters_amplified: count } = body as Capitalization;
    return count === 1 ? '1 character changed' : `${count} characters changed`;
  },
};

const voices: readonly Voice[] = [
  { name: 'shout', ...capitalization },
  {
    name: 'scream',
    ...capitalization,
    setting: (intensity) => ({
      fields: { intensity },
      reading: '!'.repeat(intensity),
      spoken: intensity === 1 ? '1 exclamation mark' : `${intensity} exclamation marks`,
    }),
  },
  { name: 'whisper', ...capitalization },
  {
    name: 'emphasize',
    setting: (percent) => ({
      fields: { emphasis_ratio: percent / 100 },
      reading: `${percent}%`,
      spoken: `${percent} percent`,
    }),
    result: (body) => {
      const { original, result, emphasized_words: words } = body as Emphasis;
      return emphasizedPieces(original, result, words).map((piece) =>
        piece.bold ? element('strong', '', piece.text) : piece.text,
      );
    },
    facts: (body) => {
      const { emphasized_words: words, model } = body as Emphasis;
      return `${words.length === 1 ? '1 word' : `${words.length} words`} chosen by ${model}`;
    },
  },
];

const gauge = createGauge(document.querySelector('#quota') as HTMLElement, (seconds) => {
  for (const { tick } of running) tick(seconds);
});

/** How many quotas were asked for or shown: an older one, when it comes late, is not shown any more. */
let latest = 0;

const showQuota = (quota: Quota | undefined) => {
  latest += 1;
  gauge.show(quota);
};

const draft = () => ({ text: text.value, key: key.value.trim() });

const running = voices.map((voice) =>
  runVoice(voice, {
    draft,
    input: () => (form.reportValidity() ? draft() : undefined),
    onQuota: showQuota,
    say: (message) => {
      status.textContent = message;
    },
  }),
);

/** Says how long the text is, once it comes near what a request may have. */
const showSize = () => {
  const characters = [...JSON.stringify({ text: text.value })].length;
  size.hidden = characters < 9000;
  size.textContent = `Your text takes ${characters.toLocaleString('en')} of the ${maxCharactersText} characters that a request may have.`;
  size.toggleAttribute('data-over', characters > maxCharacters);
};

const refresh = () => {
  showSize();
  for (const voice of running) voice.refresh();
};

form.addEventListener('input', refresh);
form.addEventListener('submit', (event) => event.preventDefault());
keyField(key, async (value) => {
  refresh();
  latest += 1;
  const asked = latest;
  const quota = value === '' ? undefined : await quotaOf(value).catch(() => undefined);
  if (asked === latest) gauge.show(quota);
});
takeKey((handed) => {
  key.value = handed;
  key.dispatchEvent(new Event('change'));
  status.textContent = 'Your new key stands in its field.';
});
