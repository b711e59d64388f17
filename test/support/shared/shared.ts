/**
 * Resources that the test files of a run share, since they take long to start: local servers, a synthesizer process
 * and cloud assemblies. Jest's main process starts each on demand, and ends it with the run. Databases are not
 * shared.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { devNull, tmpdir } from 'node:os';
import path from 'node:path';
import { json } from 'node:stream/consumers';
import { listen } from '../../../lib/local/http.ts';
import { createTables, startDynamoDb } from '../../../lib/local/local-dynamodb.ts';
import type { Table } from '../../../lib/settings/tables.ts';
import {
  programEnvironment,
  projectRoot,
  type Service,
  type StartOptions,
  startService,
} from '../service.ts';
import { addressVariable } from './ask.ts';
import type { AppOutcome, AppRun } from './synthesizer.ts';

const services = new Map<string, Promise<Service>>();

const shareService = async (options: Pick<StartOptions, 'env' | 'args'>) => {
  const settings = JSON.stringify(options);
  const service = services.get(settings) ?? startService(options);
  services.set(settings, service);
  const { output, stop: _, ...addresses } = await service;
  return { ...addresses, printed: output() };
};

const databases: Awaited<ReturnType<typeof startDynamoDb>>[] = [];

/** Runs in this process, since Jest would load dynalite for each file. */
const startDatabase = async ({ tables }: { readonly tables: readonly Table[] }) => {
  const database = await startDynamoDb(0);
  databases.push(database);
  await createTables(database.url, tables);
  return { url: database.url };
};

let synthesizer: ChildProcess | undefined;
let lastSynthesis: Promise<unknown> = Promise.resolve();
const assemblies = new Map<string, Promise<AppOutcome & { readonly folder: string }>>();

const assemble = async ({ app, environment }: AppRun) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'amplify-assembly-'));
  synthesizer ??= fork(path.join(import.meta.dirname, 'synthesizer.ts'), {
    cwd: projectRoot,
    env: programEnvironment(),
  });
  synthesizer.send({ app, environment: { ...environment, CDK_OUTDIR: folder } });
  const [outcome] = await once(synthesizer, 'message');
  return { folder, ...outcome };
};

/** One at a time, to separate their output. */
const shareAssembly = (run: AppRun) => {
  const app = JSON.stringify(run);
  const known = assemblies.get(app);
  if (known) return known;
  const assembly = lastSynthesis.then(() => assemble(run));
  assemblies.set(app, assembly);
  lastSynthesis = assembly.catch(() => {});
  return assembly;
};

const handlers: Readonly<Record<string, (request: never) => Promise<unknown>>> = {
  '/service': shareService,
  '/database': startDatabase,
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
// Otherwise it closes idle connections, at times just when a test file uses one again.
server.keepAliveTimeout = 0;

/** Node's compile cache, shared by all programs of the run. */
let compiled: string;

/** Programs and workers inherit the environment without the developer's AWS, whose files in `~/.aws` are not read. */
const forgetAws = (): void => {
  for (const name of Object.keys(process.env)) if (/^AWS_/.test(name)) delete process.env[name];
  process.env.AWS_CONFIG_FILE = devNull;
  process.env.AWS_SHARED_CREDENTIALS_FILE = devNull;
};

const open = async (): Promise<void> => {
  forgetAws();
  compiled = await mkdtemp(path.join(tmpdir(), 'amplify-compiled-'));
  process.env.NODE_COMPILE_CACHE = compiled;
  // With Go's default of 100, esbuild spends a third of a build on garbage collection.
  process.env.GOGC = '1000';
  process.env[addressVariable] = `http://127.0.0.1:${await listen(server, 0, 'PORT')}`;
};

const close = async (): Promise<void> => {
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
  // A program that is still ending may write there.
  await rm(compiled, { recursive: true, maxRetries: 5 });
};

/** Jest calls this before the tests of a run, and after them. */
export default (): Promise<void> => (server.listening ? close() : open());
