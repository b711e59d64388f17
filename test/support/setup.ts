/** What Jest does before and after the tests of a run. */
import { globSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { devNull, tmpdir } from 'node:os';
import path from 'node:path';
import { type Service, type SharedService, sharedServers, startService } from './service.ts';

/** Jest's types are in a package of its own. */
interface Run {
  readonly rootDir: string;
  readonly testPathPatterns: {
    toExecutor(options: { rootDir: string }): { isMatch(file: string): boolean };
  };
}
interface Project {
  readonly cacheDirectory: string;
  readonly testPathIgnorePatterns: readonly string[];
}

let folder: string;
const services: Service[] = [];

/** Starts the servers that the chosen test files name, and creates the folder for all temporary files. */
export default async (
  { rootDir, testPathPatterns }: Run,
  { cacheDirectory, testPathIgnorePatterns }: Project,
): Promise<void> => {
  folder = await mkdtemp(path.join(tmpdir(), 'amplify-tests-'));
  // The developer's AWS is not the tests'.
  for (const name of Object.keys(process.env)) if (/^AWS_/.test(name)) delete process.env[name];
  Object.assign(process.env, {
    TMPDIR: folder,
    AWS_CONFIG_FILE: devNull,
    AWS_SHARED_CREDENTIALS_FILE: devNull,
    // Of all programs that the tests start.
    NODE_COMPILE_CACHE: path.join(cacheDirectory, 'compiled'),
    // With Go's default of 100, esbuild spends a third of a build on garbage collection.
    GOGC: '1000',
    // In a dumb terminal, such as that of Emacs, Node edits no lines.
    TERM: 'xterm',
  });
  const chosen = testPathPatterns.toExecutor({ rootDir });
  const sources = globSync(path.join(rootDir, 'test/**/*.test.ts'))
    .filter((file) => chosen.isMatch(file))
    .filter((file) => !testPathIgnorePatterns.some((pattern) => new RegExp(pattern).test(file)))
    .map((file) => readFileSync(file, 'utf8'));
  const named = Object.entries(sharedServers).filter(([name]) =>
    sources.some((source) => source.includes(`${name}(`)),
  );
  const stages = named.map(([, { stage }]) => stage).join(', ');
  const servers = stages && ` Starting the local servers that they share: ${stages}.`;
  console.log(`Test files: ${sources.length}.${servers}`);
  const started = named.map(async ([name, { env, stage }]) => {
    const service = await startService({ env, args: ['--stage', stage] });
    services.push(service);
    const { output, stop: _, ...addresses } = service;
    const printed = output();
    // A server builds the site at its first request, for which a busy machine takes long.
    await fetch(`${service.url}/openapi.json`);
    return [name, { ...addresses, printed } satisfies SharedService] as const;
  });
  const results = await Promise.allSettled(started);
  // Jest then calls no teardown.
  if (results.some(({ status }) => status === 'rejected')) await stop();
  process.env.SHARED_SERVERS = JSON.stringify(Object.fromEntries(await Promise.all(started)));
};

export const stop = async (): Promise<void> => {
  await Promise.all(services.map((service) => service.stop()));
  // A program that is still ending may write there.
  await rm(folder, { recursive: true, maxRetries: 5 });
};
