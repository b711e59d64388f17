/** A text in a voice with its setting, as a request and as a link. */

/** The voices, from quiet to loud. Each is the name of an endpoint. */
export const voiceNames = ['whisper', 'emphasize', 'shout', 'scream'] as const;
export type VoiceName = (typeof voiceNames)[number];

const isVoice = (name: string | null): name is VoiceName =>
  voiceNames.some((voice) => voice === name);

export interface TextRequest {
  readonly voice: VoiceName;
  readonly text: string;
  /** The value of the voice's slider, if it has one. */
  readonly value?: number;
}

/** The meaning of a slider's value. */
interface Setting {
  /** The fields in the request's body. */
  readonly fields: Readonly<Record<string, number>>;
  /** How it is shown. */
  readonly reading: string;
  /** For screen readers. */
  readonly spoken: string;
}

/** The voices' settings by the slider's value. */
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

export const bodyOf = ({ voice, text, value }: TextRequest): object => ({
  text,
  ...(value !== undefined && settings[voice]?.(value).fields),
});

/** The size of the body in characters, as the service counts it. */
export const sizeOf = (request: TextRequest): number => [...JSON.stringify(bodyOf(request))].length;

/** Equal for requests with the same answer. */
export const cacheKey = (request: TextRequest): string =>
  JSON.stringify([request.voice, bodyOf(request)]);

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
