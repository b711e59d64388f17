import { httpError } from '../../http/http-error.ts';
import { keptDays } from '../../quota/quota-item.ts';
import { hourSeconds } from '../../units/time.ts';

/** Consecutive hours, numbered since the epoch in UTC. */
export interface HourRange {
  readonly from: number;
  /** Exclusive. */
  readonly to: number;
}

const hourMs = hourSeconds * 1000;

/** @param ms - milliseconds since the epoch. */
export const hourAt = (ms: number): number => Math.floor(ms / hourMs);

/** The start of an hour in ISO 8601. */
export const isoHour = (hour: number): string => new Date(hour * hourMs).toISOString();

/** The end of the current hour, up to which usage can be requested. */
export const lastEnd = (now: number): number => hourAt(now) + 1;

/**
 * The range of a query `?from=…&to=…`, each a whole UTC hour in ISO 8601. Default: the last 24 hours, including
 * the current one.
 *
 * @param now - milliseconds since the epoch.
 * @throws {HttpError} 422 for an invalid hour, or one for which no usage is kept.
 */
export const askedRange = (
  { from: fromText, to: toText }: Readonly<Record<string, string | undefined>>,
  now: number,
): HourRange => {
  const [first, last] = [hourAt(now) - 24 * keptDays, lastEnd(now)];
  const to = toText === undefined ? last : askedHour('to', toText);
  const from = fromText === undefined ? Math.max(first, to - 24) : askedHour('from', fromText);
  const early = `must not be before ${isoHour(first)}: usage is kept for ${keptDays} days`;
  if (from < first) throw invalidRange('from', fromText, early);
  const late = `must not be after ${isoHour(last)}, the end of the current hour`;
  if (to > last) throw invalidRange('to', toText, late);
  if (to <= from)
    throw invalidRange('to', toText ?? isoHour(to), `must be after from, ${isoHour(from)}`);
  return { from, to };
};

const askedHour = (name: 'from' | 'to', text: string): number => {
  const isHour = /^\d{4}-\d\d-\d\dT\d\d:00(?::00(?:\.0{1,9})?)?Z$/.test(text);
  const ms = isHour ? Date.parse(text) : Number.NaN;
  // `Date.parse` accepts 30 February as 2 March.
  if (Number.isNaN(ms) || !isoHour(hourAt(ms)).startsWith(text.slice(0, 13))) {
    throw invalidRange(name, text, `must be a whole UTC hour in ISO 8601, such as ${isoHour(0)}`);
  }
  return hourAt(ms);
};

/** A 422 as pydantic v2 writes it for a custom rule. */
export const invalidRange = (name: 'from' | 'to', input: unknown, error: string): Error => {
  const msg = `Value error, ${error}`;
  const issue = { type: 'value_error', loc: ['query', name], msg, input, ctx: { error } };
  return httpError(422, [issue]);
};
