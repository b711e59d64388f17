/**
 * A process that starts bundles, each time with another environment, as Lambda's runtime does: it imports
 * the bundle and hands it an event. It answers each start with all that was printed, thrown and answered,
 * down to what only a debugger or a serializer would find. What to start comes as messages from its parent.
 */
import dns from 'node:dns';
import { pathToFileURL } from 'node:url';
import { inspect } from 'node:util';
import { takeWritten } from '../../written.ts';

/** A start to make. */
export interface Start {
  /** The path of the bundle. */
  readonly bundle: string;
  readonly environment: Readonly<Record<string, string>>;
  /** The event to hand over once the bundle has loaded. */
  readonly event: unknown;
}

/** What became of a start. */
export interface Started {
  /** The message of what the bundle threw while it loaded. */
  readonly error?: string;
  /** What it threw, in all the forms there are. */
  readonly thrown: string;
  /** What was printed, likewise, and the handler's answer. */
  readonly seen: string;
}

/** All that hangs on a value: by Node's inspector, and by what JSON makes of it and of its own properties. */
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

// A function that is not told where DynamoDB is asks AWS. Not here: no test calls the Internet.
dns.lookup = ((host: string, _: unknown, callback: (error: Error) => void) =>
  callback(
    Object.assign(new Error(`No ${host} in a test`), { code: 'ENOTFOUND' }),
  )) as typeof dns.lookup;

let seen: string[] = [];
takeWritten((text) => seen.push(text));
for (const name of ['debug', 'error', 'info', 'log', 'trace', 'warn'] as const) {
  console[name] = (...values: unknown[]) => seen.push(...values.map(allOf));
}

/** What a function asks of Lambda's context. */
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
