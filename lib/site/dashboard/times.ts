/** Times for people. */

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });

/** How long ago something was. The reader's clock may be off: a future time is `just now`. */
export const ago = (then: number, now: number): string => {
  const past = now - then;
  if (past < 2 * minute) return 'just now';
  if (past < hour) return relative.format(-Math.floor(past / minute), 'minute');
  if (past < day) return relative.format(-Math.floor(past / hour), 'hour');
  if (past < 30 * day) return relative.format(-Math.floor(past / day), 'day');
  return date(then);
};

const formatted = (options: Intl.DateTimeFormatOptions): ((time: number) => string) =>
  new Intl.DateTimeFormat('en-GB', options).format;

/** A date in the reader's time zone, e.g. `21 Nov 2026`. */
export const date = formatted({ dateStyle: 'medium' });

/** A date and time in the reader's time zone, e.g. `21 Nov 2026, 14:05`. */
export const moment = formatted({ dateStyle: 'medium', timeStyle: 'short' });

/** A UTC day, e.g. `21 Nov`. */
export const utcDay = formatted({ timeZone: 'UTC', day: 'numeric', month: 'short' });

/** A UTC hour, e.g. `21 Nov, 14:00`. */
export const utcHour = formatted({
  timeZone: 'UTC',
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
});
