const minute = 60;
const hour = 60 * minute;

/** A duration for people, e.g. `41 s`, `12 min` or `11 h 27 min`. */
export const duration = (seconds: number): string => {
  if (seconds < 2 * minute) return `${seconds} s`;
  const minutes = Math.ceil(seconds / minute);
  if (seconds < 2 * hour) return `${minutes} min`;
  const rest = minutes % 60;
  return `${Math.floor(minutes / 60)} h${rest === 0 ? '' : ` ${rest} min`}`;
};
