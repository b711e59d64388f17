/**
 * What the test files of a run share, since it takes long to start: local servers, a process that
 * synthesizes, and cloud assemblies that it made. Each is started when a test first asks for it, by Jest's
 * own process, and ends with the run. So do the databases, of which each file has one of its own.
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

/**
 * One for who asks, which nobody else uses. It runs in this process: Jest would load dynalite anew for each
 * file, and more slowly.
 */
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

/** One after the other, as what is printed belongs to the one that runs. */
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

const offers: Readonly<Record<string, (request: never) => Promise<unknown>>> = {
  '/service': shareService,
  '/database': startDatabase,
  '/synthesis': shareSynthesizer,
  '/assembly': shareAssembly,
};

const server = createServer(async (request, response) => {
  try {
    const answer = await offers[String(request.url)]?.((await json(request)) as never);
    response.end(JSON.stringify(answer));
  } catch (error) {
    response.writeHead(500).end(String(error));
  }
});

/** Where the programs of the run find what earlier ones had Node compile: most load the same modules. */
let compiled: string;

/** Begins to answer the test files. */
export const open = async (): Promise<void> => {
  compiled = await mkdtemp(path.join(tmpdir(), 'amplify-compiled-'));
  process.env.NODE_COMPILE_CACHE = compiled;
  // esbuild is a Go program: at 100, which is Go's own, a third of a build is the collection of garbage.
  process.env.GOGC = '1000';
  process.env[addressVariable] = `http://127.0.0.1:${await listen(server, 0, 'PORT')}`;
};

/** Ends all that was started. */
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
  // A program that ends only now may still write there.
  await rm(compiled, { recursive: true, maxRetries: 5 });
};
