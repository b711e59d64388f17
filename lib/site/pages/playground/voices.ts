/** How the answers of the voices are shown. */
import { type Content, element } from '../element.ts';
import { emphasizedPieces } from './emphasis.ts';
import type { VoiceName } from './text-request.ts';

/** An answer of the API, as far as a voice looks at it. */
export interface VoiceAnswer {
  readonly body: unknown;
  /** The places of an emphasized text's words, the most important first. */
  readonly order?: readonly number[];
}

/** How an answer is shown. */
interface Voice {
  readonly show: (answer: VoiceAnswer) => Content;
  /** One line about it. */
  readonly facts: (answer: VoiceAnswer) => string;
}

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

const capitalization: Voice = {
  show: ({ body }) => [(body as Capitalization).result],
  facts: ({ body }) => {
    const { characters_amplified: count } = body as Capitalization;
    return count === 1 ? '1 character changed' : `${count} characters changed`;
  },
};

export const voices: Readonly<Record<VoiceName, Voice>> = {
  whisper: capitalization,
  emphasize: {
    show: ({ body, order = [] }) => {
      const { original, result, emphasized_words: words } = body as Emphasis;
      const ranks = new Map(order.map((place, rank) => [place, rank / words.length]));
      let place = 0;
      return emphasizedPieces(original, result, words).map(({ text, bold }) => {
        if (!bold) return text;
        const word = element('strong', '', text);
        word.style.setProperty('--rank', String(ranks.get(place) ?? 1));
        place += 1;
        return word;
      });
    },
    facts: ({ body }) => {
      const { emphasized_words: words, model } = body as Emphasis;
      return `${words.length === 1 ? '1 word' : `${words.length} words`} chosen by ${model}`;
    },
  },
  shout: capitalization,
  scream: capitalization,
};
