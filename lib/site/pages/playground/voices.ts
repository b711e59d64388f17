/**
 * The voices. A new one needs an entry here, CSS for a look of its own, and its name where the pages say what
 * Amplify does, which a test lists.
 */

import {
  type CapitalizationResponse,
  maxIntensity,
} from '../../../../functions/endpoints/capitalization.ts';
import type { EmphasizeResponse } from '../../../../functions/endpoints/emphasize/endpoint.ts';
import * as scream from '../../../../functions/endpoints/scream/endpoint.ts';
import * as shout from '../../../../functions/endpoints/shout/endpoint.ts';
import * as whisper from '../../../../functions/endpoints/whisper/endpoint.ts';

/** What a voice's slider sets. */
interface Setting {
  readonly label: string;
  readonly min: number;
  readonly max: number;
  readonly step: number;
  readonly initial: number;
  /** The fields in the request's body. */
  readonly fields: (value: number) => Readonly<Record<string, number>>;
  /** How the value is shown. */
  readonly reading: (value: number) => string;
  /** How the value is spoken. */
  readonly spoken: (value: number) => string;
}

export interface Voice {
  readonly label: string;
  /** The stage's heading. */
  readonly title: string;
  /** The stage's style, by which stage.css selects. */
  readonly look: 'whisper' | 'emphasize' | 'shout' | 'scream';
  /** The largest size of a text that is fitted to the stage, in pixels; absent for one size. */
  readonly largest?: number;
  readonly setting?: Setting;
  /** What the response did to the text. The value is the setting's. */
  readonly facts: (body: ResponseFields, value: number) => string;
  /** The endpoint's own code; absent if only the service can compute a response. */
  readonly work?: (request: {
    readonly text: string;
    readonly value?: number;
  }) => CapitalizationResponse;
}

type ResponseFields = Partial<CapitalizationResponse & EmphasizeResponse>;

const counted = (count: number, name: string): string =>
  `${count.toLocaleString('en')} ${name}${count === 1 ? '' : 's'}`;

/** @param otherwise - says what happened to a text whose case did not change, since many scripts have none. */
const caseFacts =
  (otherwise: (value: number) => string): Voice['facts'] =>
  ({ characters_amplified: count = 0 }, value) =>
    count > 0 ? `${counted(count, 'character')} changed` : otherwise(value);

const unchanged = () => 'Nothing to change';
const marks = (intensity: number) => counted(intensity, 'exclamation mark');

/** From quiet to loud. Each name is that of an endpoint. */
export const voices = {
  whisper: {
    label: 'Whisper',
    title: 'Say it softly.',
    look: 'whisper',
    facts: caseFacts(unchanged),
    work: whisper.work,
  },
  emphasize: {
    label: 'Emphasize',
    title: 'Say what matters.',
    look: 'emphasize',
    largest: 112,
    setting: {
      label: 'Words',
      min: 5,
      max: 100,
      step: 5,
      initial: 30,
      fields: (percent) => ({ emphasis_ratio: percent / 100 }),
      reading: (percent) => `${percent}%`,
      spoken: (percent) => `${percent} percent`,
    },
    facts: ({ emphasized_words: words = [], model }) =>
      `${counted(words.length, 'word')} chosen by ${model}`,
  },
  shout: {
    label: 'Shout',
    title: 'Say it loud.',
    look: 'shout',
    largest: Number.POSITIVE_INFINITY,
    facts: caseFacts(unchanged),
    work: shout.work,
  },
  scream: {
    label: 'Scream',
    title: 'Say it louder.',
    look: 'scream',
    largest: Number.POSITIVE_INFINITY,
    setting: {
      label: 'Intensity',
      min: 1,
      max: maxIntensity,
      step: 1,
      initial: 3,
      fields: (intensity) => ({ intensity }),
      reading: (intensity) => '!'.repeat(intensity),
      spoken: marks,
    },
    facts: caseFacts((intensity) => `${marks(intensity)} added`),
    work: ({ text, value = 1 }) => scream.work({ text, intensity: value }),
  },
} as const satisfies Readonly<Record<string, Voice>>;

export type VoiceName = keyof typeof voices;

/** The voices with their names, as the interface. */
export const voiceEntries = Object.entries(voices) as readonly (readonly [VoiceName, Voice])[];

/** The voice of a name. */
export const voiceOf = (name: VoiceName): Voice => voices[name];

/** The voice of the example. */
export const firstVoice = 'scream' satisfies VoiceName;

/** A response of the service. */
export interface VoiceAnswer {
  readonly body: CapitalizationResponse | EmphasizeResponse;
  /** The indexes of the emphasized words, the most important first. */
  readonly order?: readonly number[];
}
