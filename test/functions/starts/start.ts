/**
 * A process that starts bundles like Lambda's runtime, each with its own environment and an event. It reports all
 * that was printed, thrown and answered, including what only a debugger or serializer would find.
 */
import dns from 'node:dns';
import { pathToFileURL } from 'node:url';
import { inspect } from 'node:util';
import { takeWritten } from '../../written.ts';

export interface Start {
  readonly bundle: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly event: unknown;
}

export interface Started {
  /** The message of an error during loading. */
  readonly error?: string;
  /** What it threw, in all forms. */
  readonly thrown: string;
  /** What it printed and answered, in all forms. */
  readonly seen: string;
}

/** A value as shown by Node's inspector and by JSON. */
const allOf = (value: unknown): string => {
  const own =
    typeof value === 'object' && value !== null
      ? Object.getOwnPropertyNames(value).map((name) => [name, Reflect.get(value, name)])
      : [];
  return [inspect(value, deeply), json(value), json(Object.fromEntries(own))].join('\n');
};

const deeply = {
  depth: Number.POSITIVE_INFINITY,
  showHidden: true,
  getters: true,
  maxArrayLength: null,
  maxStringLength: null,
};

const json = (value: unknown): string => {
  try {
    return JSON.stringify(value) ?? '';
  } catch (error) {
    return String(error);
  }
};

// No test resolves names on the Internet.
dns.lookup = ((host: string, _: unknown, callback: (error: Error) => void) =>
  callback(
    Object.assign(new Error(`No ${host} in a test`), { code: 'ENOTFOUND' }),
  )) as typeof dns.lookup;

let seen: string[] = [];
takeWritten((text) => seen.push(text));
for (const name of ['debug', 'error', 'info', 'log', 'trace', 'warn'] as const) {
  console[name] = (...values: unknown[]) => seen.push(...values.map(allOf));
}

const context = { getRemainingTimeInMillis: () => 15_000 };

let starts = 0;

const start = async ({ bundle, environment, event }: Start): Promise<Started> => {
  seen = [];
  process.env = { ...environment };
  starts += 1;
  try {
    const { handler } = await import(`${pathToFileURL(bundle)}?start=${starts}`);
    seen.push(allOf(await handler(event, context)));
    return { thrown: '', seen: seen.join('\n') };
  } catch (error) {
    const { message } = error as Error;
    return { error: message, thrown: allOf(error), seen: seen.join('\n') };
  }
};

process.on('message', async (message: Start) => process.send?.(await start(message)));
