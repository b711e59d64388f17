/** What a visitor wants said: a text in a voice, and how. */

/** The voices, which are endpoints, from quiet to loud. */
export const voiceNames = ['whisper', 'emphasize', 'shout', 'scream'] as const;
export type VoiceName = (typeof voiceNames)[number];

/** Whether a name is a voice's. */
export const isVoice = (name: string | null): name is VoiceName =>
  voiceNames.some((voice) => voice === name);

/** What is to be said, and how. */
export interface Wish {
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
export const bodyOf = ({ voice, text, value }: Wish): object => ({
  text,
  ...(value !== undefined && settings[voice]?.(value).fields),
});

/** Tells one wish from another. */
export const wishId = (wish: Wish): string => JSON.stringify([wish.voice, bodyOf(wish)]);
