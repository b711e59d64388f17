import { httpError } from '../../http/http-error.ts';
import { type TimeZone, timeZone } from './time-zone.ts';

/** The time zone whose hours and days are asked for: UTC, where none is named. A name that is none is 422. */
export const askedTimeZone = (name = 'UTC'): TimeZone => {
  const zone = timeZone(name);
  if (zone) return zone;
  throw httpError(422, [unknownZone(name)]);
};

/** What pydantic v2 says of such a name. */
const unknownZone = (name: string) => ({
  type: 'zoneinfo_str',
  loc: ['query', 'time_zone'],
  msg: `invalid timezone: ${name}`,
  input: name,
  ctx: { value: name },
});
