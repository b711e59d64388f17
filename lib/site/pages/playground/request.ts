/** A text in a voice with its setting: as a request, with its answer, and as a link. */
import { maxCharacters } from '../../../../functions/http/body-size.ts';
import { chosenWords, type Range } from './emphasis.ts';
import { type VoiceAnswer, type VoiceName, voiceOf, voices } from './voices.ts';

export interface TextRequest {
  readonly voice: VoiceName;
  readonly text: string;
  /** The value of the voice's setting, if it has one. */
  readonly value?: number;
}

/** A request as the stage shows it. */
export interface Shown {
  readonly request: TextRequest;
  /** Undefined until the service has answered, if only it can: the text is shown plain. */
  readonly answer: VoiceAnswer | undefined;
  /** The words in bold that a link names, shown without an answer. */
  readonly linked?: readonly Range[];
}

/** The words in bold on the stage, the most important first. */
export const boldOf = ({ answer, linked = [] }: Shown): readonly Range[] => {
  if (answer === undefined) return linked;
  const { body, order = [] } = answer;
  const words = 'emphasized_words' in body ? chosenWords(body) : [];
  return order.length === words.length ? order.flatMap((at) => words.slice(at, at + 1)) : words;
};

export const bodyOf = ({ voice, text, value }: TextRequest): object => ({
  text,
  ...(value !== undefined && voiceOf(voice).setting?.fields(value)),
});

/** The size of the body in characters, as the service counts it. */
export const sizeOf = (request: TextRequest): number => [...JSON.stringify(bodyOf(request))].length;

/** Equal for requests with the same answer. */
export const cacheKey = (request: TextRequest): string =>
  JSON.stringify([request.voice, bodyOf(request)]);

/** The answer by the endpoint's own code; undefined if only the service can tell. */
export const localAnswer = (request: TextRequest): VoiceAnswer | undefined => {
  const { work } = voiceOf(request.voice);
  return work && { body: work(request) };
};

/** What an answer says about itself. */
export const factsOf = ({ voice, value = 1 }: TextRequest, { body }: VoiceAnswer): string =>
  voiceOf(voice).facts(body, value);

/**
 * A link to the request, in the fragment, which browsers send to no server.
 *
 * @param bold - the words in bold, the most important first.
 */
export const linkHash = (
  { voice, text, value }: TextRequest,
  bold: readonly Range[] = [],
): string => {
  const parameters = { voice, ...(value !== undefined && { value: String(value) }), text };
  const ranges = bold.map((range) => range.join('-')).join(',');
  return `#${new URLSearchParams(parameters)}${ranges && `&bold=${ranges}`}`;
};

/**
 * The words in bold that a link names, the most important first; none unless they are disjoint, within the text, of
 * whole characters, and of a voice for which only the service can choose them. Anybody can write such a link.
 */
export const linkedBold = (hash: string, { voice, text }: TextRequest): readonly Range[] => {
  const list = new URLSearchParams(hash.slice(1)).get('bold') ?? '';
  // Each range becomes an element of the page.
  const isShown = !voiceOf(voice).work && text.length <= 2 * maxCharacters;
  if (!isShown || !/^\d+-\d+(?:,\d+-\d+)*$/.test(list)) return [];
  const bold = list.split(',').map((range): Range => {
    const [start = 0, end = 0] = range.split('-').map(Number);
    return [start, end];
  });
  const isWithinPair = (at: number) => Number(text.codePointAt(at - 1)) > 0xffff;
  let done = 0;
  for (const [start, end] of bold.toSorted(([a], [b]) => a - b)) {
    if (start < done || end <= start || isWithinPair(start) || isWithinPair(end)) return [];
    done = end;
  }
  return done <= text.length ? bold : [];
};

/** The request of a link, whose text may be empty; undefined for other fragments. */
export const linkedRequest = (hash: string): TextRequest | undefined => {
  const parameters = new URLSearchParams(hash.slice(1));
  const voice = parameters.get('voice');
  const text = parameters.get('text');
  const value = Number(parameters.get('value') ?? Number.NaN);
  if (!isVoice(voice) || text === null) return undefined;
  return { voice, text, ...(Number.isFinite(value) && { value }) };
};

const isVoice = (name: string | null): name is VoiceName =>
  name !== null && Object.hasOwn(voices, name);
