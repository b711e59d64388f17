/** Local servers, of a test file or shared by several, and other programs. */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { stageNamed, stagePlans } from '../../lib/settings/stages.ts';

export interface Service {
  /** E.g. `http://localhost:49152`. */
  readonly url: string;
  readonly dynamodbUrl: string;
  /** On a stage with accounts. */
  readonly signInUrl: string;
  /** The program's output so far. */
  readonly output: () => string;
  /** Sends a signal, and resolves to the exit code. */
  readonly stop: (signal?: NodeJS.Signals) => Promise<number | null>;
}

export interface StartOptions {
  /** Added to a fixed environment. Default for ports: any free one. */
  readonly env?: Readonly<Record<string, string>>;
  readonly args?: readonly string[];
  /** The root of a copy of the project. */
  readonly root?: string;
}

export const projectRoot = path.join(import.meta.dirname, '../..');

/** The environment of programs that tests start. */
export const programEnvironment = (): NodeJS.ProcessEnv => {
  // Without `HOME`, Node asks for the user's entry in passwd, which a container may lack.
  const { HOME, PATH, NODE_COMPILE_CACHE, GOGC } = process.env;
  const { AWS_CONFIG_FILE, AWS_SHARED_CREDENTIALS_FILE } = process.env;
  return { HOME, PATH, NODE_COMPILE_CACHE, GOGC, AWS_CONFIG_FILE, AWS_SHARED_CREDENTIALS_FILE };
};

const children = new Set<ChildProcess>();

/** Kills all programs that still run. */
export const killPrograms = (): void => {
  for (const child of children) child.kill('SIGKILL');
};

/** Starts `bin/local.ts` and collects its output. */
export const startProgram = ({ env, args = [], root = projectRoot }: StartOptions = {}) => {
  const child = spawn(process.execPath, ['bin/local.ts', ...args], {
    cwd: root,
    env: {
      ...programEnvironment(),
      PORT: '0',
      DYNAMODB_PORT: '0',
      SIGN_IN_PORT: '0',
      SIGN_UPS_LIMIT: '100000',
      npm_lifecycle_event: 'start',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.add(child);
  const ended = once(child, 'close').then(([code]): number | null => {
    children.delete(child);
    return code;
  });
  const written = { stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (text) => {
    written.stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text) => {
    written.stderr += text;
  });
  return { child, ended, written };
};

/**
 * Starts the local server and waits until it is ready.
 *
 * @throws if it ends instead, with its output.
 */
export const startService = async (options: StartOptions = {}): Promise<Service> => {
  const { child, ended, written } = startProgram(options);
  const ready = new Promise<void>((resolve) => {
    child.stdout.on('data', () => {
      if (/\/v1\/rate-limits .*\n/.test(written.stdout)) resolve();
    });
  });
  await Promise.race([
    ready,
    ended.then((code) => {
      throw new Error(`The local server ended with exit code ${code}:\n${written.stderr}`);
    }),
  ]);
  return {
    url: addressAfter(/^Amplify, stage \S+: /m, written.stdout),
    dynamodbUrl: addressAfter(/^DynamoDB: /m, written.stdout),
    signInUrl: addressAfter(/^Sign-in: /m, written.stdout),
    output: () => written.stdout + written.stderr,
    stop: (signal = 'SIGTERM') => {
      child.kill(signal);
      return ended;
    },
  };
};

const addressAfter = (label: RegExp, text: string): string =>
  text.slice(text.search(label)).match(/http\S+/)?.[0] ?? '';

interface Options {
  /** Default: the project's root. */
  readonly cwd?: string;
  /** Default: `programEnvironment`. */
  readonly env?: NodeJS.ProcessEnv;
  readonly input?: string;
}

/** Runs a command to its end. */
export const run = async (
  command: string,
  args: readonly string[],
  { cwd = projectRoot, env = programEnvironment(), input = '' }: Options = {},
) => {
  const child = spawn(command, args, { cwd, env });
  // A program may end without reading its input.
  child.stdin.on('error', () => {}).end(input);
  const [stdout, stderr, [status]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ]);
  return { status: status as number | null, stdout, stderr };
};

/** Runs a program in Node. */
export const runNode = (args: readonly string[], options?: Options) =>
  run(process.execPath, args, options);

/** So long that a window rarely ends during a test; pictures show the stage's own. */
const windows = (seconds: string): Readonly<Record<string, string>> =>
  process.env.PICTURES ? {} : { QUOTA_WINDOW_SECONDS: seconds };

/** The longest window. */
export const longWindow = windows('86400');

/** Local servers that test files share, by the function that a file must call. */
export const sharedServers = {
  sharedDemo: { stage: 'demo', env: longWindow },
  sharedProduction: { stage: 'prod', env: windows('3600') },
};

export interface SharedService extends Pick<Service, 'url' | 'dynamodbUrl' | 'signInUrl'> {
  /** What it printed at its start. */
  readonly printed: string;
}

/** `setup.ts` has started it. */
const sharedService = (name: keyof typeof sharedServers): SharedService =>
  JSON.parse(String(process.env.SHARED_SERVERS))[name];

/** Accepts any key, with {@link demoSlots} a day. Each test file must use its own keys. */
export const sharedDemo = (): SharedService => sharedService('sharedDemo');

/** Has accounts, and windows of an hour. Each test file must use its own addresses. */
export const sharedProduction = (): SharedService => sharedService('sharedProduction');

/** The slots of each key of `demo`. */
export const [demoSlots = 0] = stagePlans(stageNamed('demo')).map(({ limit }) => limit);

export const newKey = (): string => `key-${randomUUID()}`;

/** Calls an endpoint that takes a text, as a program does. */
export const callWith = (
  { url }: { readonly url: string },
  key: string,
  endpoint = 'shout',
  text = 'hello',
): Promise<Response> =>
  fetch(`${url}/v1/${endpoint}`, {
    method: 'POST',
    headers: { 'X-API-Key': key, 'Content-Type': 'application/json' },
    body: JSON.stringify({ text }),
  });

/** Takes all slots of a key. */
export const useUp = async (service: { readonly url: string }, key: string): Promise<void> => {
  while ((await callWith(service, key)).ok);
};
