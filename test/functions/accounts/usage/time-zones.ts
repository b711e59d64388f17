/** Time zones and moments, for tests. */
import fc from 'fast-check';
import { timeZone } from '../../../../functions/accounts/usage/time-zone.ts';

/** Names of zones whose clocks do something that others' don't, or that have another name, too. */
export const peculiarZones = [
  'UTC',
  'Asia/Kathmandu',
  'Asia/Katmandu',
  'Asia/Kolkata',
  'Australia/Lord_Howe',
  'Pacific/Chatham',
  'Pacific/Kiritimati',
  'Etc/GMT+12',
  'America/St_Johns',
  'Africa/Casablanca',
  'Asia/Beirut',
  'America/Havana',
  'America/Nuuk',
  'US/Pacific',
  'europe/berlin',
];

/** Makes what belongs to a name once: Intl takes long to begin with a zone. */
const once = <Made>(make: (name: string) => Made): ((name: string) => Made) => {
  const made = new Map<string, Made>();
  return (name) => {
    const known = made.get(name) ?? make(name);
    made.set(name, known);
    return known;
  };
};

/** The time zone with this name. */
export const namedZone = once((name) => {
  const zone = timeZone(name);
  if (zone) return zone;
  throw new Error(`There is no time zone ${name}.`);
});

/** Any time zone, those that are peculiar more often. */
export const zoneName = fc.oneof(
  fc.constantFrom(...peculiarZones),
  fc.constantFrom(...Intl.supportedValuesOf('timeZone')),
);

/** The same, ready for use. */
export const zone = zoneName.map(namedZone);

/** Moments of some years in which all clocks show whole quarter-hours, in milliseconds. */
export const moment = fc.integer({ min: Date.UTC(2017, 0, 1), max: Date.UTC(2036, 11, 31) });

/** What a clock in the zone shows, read in another way than the service does. */
export const clockOf = once((timeZone) => {
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  });
  return (time: number) => {
    const parts = Object.fromEntries(
      format.formatToParts(time).map(({ type, value }) => [type, value]),
    );
    const { year, month, day, hour, minute, second } = parts;
    return { date: `${year}-${month}-${day}`, hour: Number(hour), time: `${minute}:${second}` };
  };
});
