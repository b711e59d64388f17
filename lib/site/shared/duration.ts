const minute = 60;
const hour = 60 * minute;

/** A duration for people, e.g. `41 s`, `12 min` or `11 h 27 min`, in which no line ends. */
export const duration = (seconds: number): string => {
  if (seconds < 2 * minute) return `${seconds}\u00a0s`;
  const minutes = Math.ceil(seconds / minute);
  if (seconds < 2 * hour) return `${minutes}\u00a0min`;
  const rest = minutes % 60;
  return `${Math.floor(minutes / 60)}\u00a0h${rest === 0 ? '' : `\u00a0${rest}\u00a0min`}`;
};
