/** A text in a voice with its setting: as a request, with its answer, and as a link. */
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
}

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

/** A link to the request, in the fragment, which browsers send to no server. */
export const linkHash = ({ voice, text, value }: TextRequest): string =>
  `#${new URLSearchParams({ voice, ...(value !== undefined && { value: String(value) }), text })}`;

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
