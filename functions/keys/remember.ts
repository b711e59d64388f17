/** What a warm function remembers of its look-ups. */
export interface MemoryOptions {
  /** How long an answer is good for, in milliseconds from the moment it was asked for. */
  readonly lifetime: number;
  /** How many answers are kept: the oldest goes first. */
  readonly capacity: number;
  /** The clock, in milliseconds since the epoch. */
  readonly now: () => number;
}

/**
 * Remembers what `lookUp` answers, also that there is nothing. Those who ask for the same id at the same
 * time share one look-up. A failure is not remembered.
 */
export const remember = <Answer>(
  lookUp: (id: string) => Promise<Answer>,
  { lifetime, capacity, now }: MemoryOptions,
): ((id: string) => Promise<Answer>) => {
  const memory = new Map<string, { readonly answer: Promise<Answer>; readonly until: number }>();

  const forget = (id: string | undefined) => {
    if (id !== undefined) memory.delete(id);
  };

  return (id) => {
    const remembered = memory.get(id);
    if (remembered && now() < remembered.until) return remembered.answer;
    forget(id);
    const asked = { answer: lookUp(id), until: now() + lifetime };
    memory.set(id, asked);
    if (memory.size > capacity) forget(memory.keys().next().value);
    asked.answer.catch(() => {
      if (memory.get(id) === asked) forget(id);
    });
    return asked.answer;
  };
};
