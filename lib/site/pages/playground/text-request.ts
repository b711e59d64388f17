/** What a visitor asks for: a text in a voice, and how. */

/** The voices, which are endpoints, from quiet to loud. */
export const voiceNames = ['whisper', 'emphasize', 'shout', 'scream'] as const;
export type VoiceName = (typeof voiceNames)[number];

/** Whether a name is a voice's. */
export const isVoice = (name: string | null): name is VoiceName =>
  voiceNames.some((voice) => voice === name);

/** A call that the page can make. */
export interface TextRequest {
  readonly voice: VoiceName;
  readonly text: string;
  /** Of the voice's slider, where it has one. */
  readonly value?: number;
}

/** What a slider's value means. */
interface Setting {
  /** What it adds to the request. */
  readonly fields: Readonly<Record<string, number>>;
  /** How it is shown. */
  readonly reading: string;
  /** How it is read out. */
  readonly spoken: string;
}

/** The settings that voices have, by the values of their sliders. */
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

/** By which its answer is found again. */
export const cacheKey = (request: TextRequest): string =>
  JSON.stringify([request.voice, bodyOf(request)]);
