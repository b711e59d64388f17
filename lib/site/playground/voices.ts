/**
 * The voices, and a text in one of them: as a request, in words, and as a link. A new voice needs an entry here, a look in
 * style.css, and its name where the pages say what Amplify does.
 */
import {
  type CapitalizationResponse,
  maxIntensity,
} from '../../../functions/endpoints/capitalization.ts';
import type { EmphasizeResponse } from '../../../functions/endpoints/emphasize/endpoint.ts';
import * as scream from '../../../functions/endpoints/scream/endpoint.ts';
import * as shout from '../../../functions/endpoints/shout/endpoint.ts';
import * as whisper from '../../../functions/endpoints/whisper/endpoint.ts';
import { example } from '../example.ts';

/** What a voice's slider sets. A checkbox sets 1 or, at first, 0. */
interface Setting {
  readonly checkbox?: true;
  readonly label: string;
  readonly field: 'intensity' | 'emphasis_ratio';
  /** The parameter of links. */
  readonly parameter: 'intensity' | 'ratio';
  readonly min: number;
  readonly max: number;
  readonly step: number;
  readonly initial: number;
  /** How the value is shown. */
  readonly reading: (value: number) => string;
  /** How the value is spoken. */
  readonly spoken: (value: number) => string;
}

/** A response of a voice's endpoint. */
export type VoiceBody = CapitalizationResponse | EmphasizeResponse;

interface Voice {
  readonly label: string;
  readonly setting?: Setting;
  /** The endpoint's own code; absent if it needs a model. */
  readonly work?: (text: string, value: number) => CapitalizationResponse;
}

const inWords = (count: number, name: string): string =>
  `${count.toLocaleString('en')} ${name}${count === 1 ? '' : 's'}`;

const marks = (intensity: number) => inWords(intensity, 'exclamation mark');

/** From quiet to loud. Each name is that of an endpoint. */
const everyVoice = {
  whisper: { label: 'Whisper', work: (text) => whisper.work({ text }) },
  emphasize: {
    label: 'Emphasize',
    setting: {
      label: 'Words',
      field: 'emphasis_ratio',
      parameter: 'ratio',
      min: 0.05,
      max: 1,
      step: 0.05,
      initial: 0.3,
      reading: (ratio) => `${Math.round(100 * ratio)}%`,
      spoken: (ratio) => `${Math.round(100 * ratio)} percent`,
    },
  },
  shout: { label: 'Shout', work: (text) => shout.work({ text }) },
  scream: {
    label: 'Scream',
    setting: {
      label: 'Intensity',
      field: 'intensity',
      parameter: 'intensity',
      min: 1,
      max: maxIntensity,
      step: 1,
      initial: 3,
      reading: (intensity) => '!'.repeat(intensity),
      spoken: marks,
    },
    work: (text, intensity) => scream.work({ text, intensity }),
  },
} as const satisfies Readonly<Record<string, Voice>>;

export type VoiceName = keyof typeof everyVoice;

export const voices: Readonly<Record<VoiceName, Voice>> = everyVoice;

export const voiceNames = Object.keys(voices) as readonly VoiceName[];

export interface VoiceRequest {
  readonly voice: VoiceName;
  readonly text: string;
  /** The value of the voice's setting; 1 if it has none. */
  readonly value: number;
}

export const exampleBody = everyVoice.scream.work(example.text, example.value);

/** The body of the request to the voice's endpoint. */
export const toBody = ({ voice, text, value }: VoiceRequest): string => {
  const { setting } = voices[voice];
  const sent = setting?.checkbox ? value === 1 : value;
  return JSON.stringify({ text, ...(setting && { [setting.field]: sent }) });
};

/** What a response did to the text, in words. */
export const toFacts = ({ voice, value }: VoiceRequest, body: VoiceBody): string => {
  if ('emphasized_words' in body) return `${inWords(body.emphasized_words.length, 'word')} chosen`;
  // Many scripts have no case.
  if (body.characters_amplified > 0) {
    return `${inWords(body.characters_amplified, 'character')} changed`;
  }
  return voice === 'scream' ? `${marks(value)} added` : 'Nothing to change';
};

/** A link to a request, in the fragment, which browsers send to no server. */
export const linkHash = ({ voice, text, value }: VoiceRequest): string => {
  const { setting } = voices[voice];
  return `#${new URLSearchParams({ voice, text, ...(setting && { [setting.parameter]: String(value) }) })}`;
};

/** The request of a link, which anybody can write; undefined for other fragments. */
export const linkedRequest = (hash: string): VoiceRequest | undefined => {
  const parameters = new URLSearchParams(hash.slice(1));
  const voice = voiceNames.find((name) => name === parameters.get('voice'));
  const text = parameters.get('text') ?? '';
  if (voice === undefined) return undefined;
  const { setting } = voices[voice];
  if (setting === undefined) return { voice, text, value: 1 };
  const { parameter, min, max, step, initial } = setting;
  const given = Number(parameters.get(parameter) ?? initial) || initial;
  const steps = Math.round(Math.min(max, Math.max(min, given)) / step);
  // Without the error of a multiplication in binary.
  return { voice, text, value: Number((steps * step).toFixed(2)) };
};

/**
 * Cuts a text at the asterisks that emphasize added: every second piece is bold. Words that follow each other are one
 * piece, since each becomes an element.
 *
 * @param result - of emphasize.
 */
export const splitResult = (original: string, result: string): readonly string[] => {
  const pieces = [''];
  let done = 0;
  let added = 0;
  const take = (end: number) => {
    pieces[pieces.length - 1] += original.slice(done, end);
    done = end;
  };
  for (let at = 0; at + added < result.length; at += 1) {
    // A chosen word never touches an asterisk of the text.
    if (result[at + added] === original[at]) continue;
    added += '**'.length;
    const isBold = pieces.length % 2 === 0;
    const follows = !isBold && pieces.length > 1 && !/[\p{L}\p{N}]/u.test(original.slice(done, at));
    if (follows) pieces.pop();
    take(at);
    if (!follows) pieces.push('');
  }
  take(original.length);
  return pieces;
};
