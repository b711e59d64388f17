/**
 * The generic cell rate algorithm (GCRA; ITU-T I.371, annex A): allows an event an interval, and a burst of them in a
 * row after a pause.
 *
 * @param expectedAt - what the last allowed event returned; `undefined` before the first one.
 * @param now, interval - in milliseconds.
 * @returns when the next event is expected; `undefined` if this one is not allowed. State from a clock that was set
 *   back since does not count.
 */
export const nextArrival = (
  expectedAt: number | undefined,
  now: number,
  interval: number,
  burst: number,
): number | undefined => {
  const latest = now + burst * interval;
  const isUsable = expectedAt !== undefined && expectedAt > now && expectedAt <= latest;
  const next = (isUsable ? expectedAt : now) + interval;
  return next <= latest ? next : undefined;
};
