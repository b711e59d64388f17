/**
 * Serves what the test files of a run share because it starts slowly: local servers, databases, a process that
 * synthesizes, and its cloud assemblies. Each is started by Jest's own process at the first request, and ends with the
 * run.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { json } from 'node:stream/consumers';
import { listen } from '../../lib/local/listen.ts';
import { createTables, type LocalDynamoDb, startDynamoDb } from '../../lib/local/local-dynamodb.ts';
import type { Table } from '../../lib/settings/tables.ts';
import { projectRoot, type Service, type StartOptions, startService } from '../local-server.ts';
import { addressVariable } from './ask.ts';
import type { AppOutcome, AppRun } from './synthesizer.ts';

const services = new Map<string, Promise<Service>>();

const shareService = async (options: Pick<StartOptions, 'env' | 'args'>) => {
  const settings = JSON.stringify(options);
  const service = services.get(settings) ?? startService(options);
  services.set(settings, service);
  const { url, dynamodbUrl, signInUrl } = await service;
  return { url, dynamodbUrl, signInUrl };
};

const databases: LocalDynamoDb[] = [];

/** Starts a database for one test file. Jest would load dynalite again for each file, and more slowly. */
const startDatabase = async ({ tables }: { readonly tables: readonly Table[] }) => {
  const database = await startDynamoDb(0);
  databases.push(database);
  await createTables(database.url, tables);
  return { url: database.url };
};

let synthesizer: ChildProcess | undefined;
let lastSynthesis: Promise<unknown> = Promise.resolve();

const synthesizeNext = async (synthesis: AppRun): Promise<AppOutcome> => {
  synthesizer ??= fork(path.join(import.meta.dirname, 'synthesizer.ts'), {
    cwd: projectRoot,
    env: { PATH: process.env.PATH, GOGC: process.env.GOGC },
  });
  synthesizer.send(synthesis);
  const [outcome] = await once(synthesizer, 'message');
  return outcome;
};

/** Runs one synthesis at a time, so that each gets its own output. */
const shareSynthesizer = (synthesis: AppRun) => {
  const outcome = lastSynthesis.then(() => synthesizeNext(synthesis));
  lastSynthesis = outcome.catch(() => {});
  return outcome;
};

const assemblies = new Map<string, Promise<AppOutcome & { readonly folder: string }>>();

const assemble = async ({ app, environment }: AppRun) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'amplify-assembly-'));
  const run: AppRun = { app, environment: { ...environment, CDK_OUTDIR: folder } };
  return { folder, ...(await shareSynthesizer(run)) };
};

const shareAssembly = (run: AppRun) => {
  const app = JSON.stringify(run);
  const assembly = assemblies.get(app) ?? assemble(run);
  assemblies.set(app, assembly);
  return assembly;
};

const handlers: Readonly<Record<string, (request: never) => Promise<unknown>>> = {
  '/service': shareService,
  '/database': startDatabase,
  '/synthesis': shareSynthesizer,
  '/assembly': shareAssembly,
};

const server = createServer(async (request, response) => {
  try {
    const answer = await handlers[String(request.url)]?.((await json(request)) as never);
    response.end(JSON.stringify(answer));
  } catch (error) {
    response.writeHead(500).end(String(error));
  }
});

/** Node's compile cache: most programs load the same modules. */
let compiled: string;

/** Starts the server. */
export const open = async (): Promise<void> => {
  compiled = await mkdtemp(path.join(tmpdir(), 'amplify-compiled-'));
  process.env.NODE_COMPILE_CACHE = compiled;
  // esbuild is a Go program. With Go's default of 100, garbage collection takes a third of a build.
  process.env.GOGC = '1000';
  process.env[addressVariable] = `http://127.0.0.1:${await listen(server, 0, 'PORT')}`;
};

/** Ends the server and everything that it has started. */
export const close = async (): Promise<void> => {
  server.close();
  server.closeAllConnections();
  synthesizer?.disconnect();
  synthesizer = undefined;
  await Promise.all([...services.values()].map(async (service) => (await service).stop()));
  services.clear();
  await Promise.all(databases.splice(0).map((database) => database.close()));
  await Promise.all(
    [...assemblies.values()].map(async (assembly) =>
      rm((await assembly).folder, { recursive: true }),
    ),
  );
  assemblies.clear();
  // A program that is ending may still write there.
  await rm(compiled, { recursive: true, maxRetries: 5 });
};
