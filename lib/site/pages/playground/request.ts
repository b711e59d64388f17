/** What a visitor asks for: a text in a voice with its setting, as a request and as a link. */

/** The voices, from quiet to loud. Each is the name of an endpoint. */
export const voiceNames = ['whisper', 'emphasize', 'shout', 'scream'] as const;
export type VoiceName = (typeof voiceNames)[number];

const isVoice = (name: string | null): name is VoiceName =>
  voiceNames.some((voice) => voice === name);

/** A request that the page can make. */
export interface TextRequest {
  readonly voice: VoiceName;
  readonly text: string;
  /** The value of the voice's slider, if it has one. */
  readonly value?: number;
}

/** What a slider's value means. */
interface Setting {
  /** What it adds to the request's body. */
  readonly fields: Readonly<Record<string, number>>;
  /** How it is shown. */
  readonly reading: string;
  /** How it is read out. */
  readonly spoken: string;
}

/** The settings of the voices that have one, by the value of the slider. */
export const settings: Readonly<Partial<Record<VoiceName, (value: number) => Setting>>> = {
  emphasize: (percent) => ({
    fields: { emphasis_ratio: percent / 100 },
    reading: `${percent}%`,
    spoken: `${percent} percent`,
  }),
  scream: (intensity) => ({
    fields: { intensity },
    reading: '!'.repeat(intensity),
    spoken: intensity === 1 ? '1 exclamation mark' : `${intensity} exclamation marks`,
  }),
};

/** The body of the request. */
export const bodyOf = ({ voice, text, value }: TextRequest): object => ({
  text,
  ...(value !== undefined && settings[voice]?.(value).fields),
});

/** The size of the body as the service counts it, in characters. */
export const sizeOf = (request: TextRequest): number => [...JSON.stringify(bodyOf(request))].length;

/** Equal for requests with the same answer. */
export const cacheKey = (request: TextRequest): string =>
  JSON.stringify([request.voice, bodyOf(request)]);

/** A link to the request. It is all in the fragment, which browsers send to no server. */
export const linkHash = ({ voice, text, value }: TextRequest): string =>
  `#${new URLSearchParams({ voice, ...(value !== undefined && { value: String(value) }), text })}`;

/** The request that a link is for, which may have an empty text; undefined if it is for none. */
export const linkedRequest = (hash: string): TextRequest | undefined => {
  const parameters = new URLSearchParams(hash.slice(1));
  const voice = parameters.get('voice');
  const text = parameters.get('text');
  const value = Number(parameters.get('value') ?? Number.NaN);
  if (!isVoice(voice) || text === null) return undefined;
  return { voice, text, ...(Number.isFinite(value) && { value }) };
};
