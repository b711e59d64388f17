/** The site on a laptop: the stack's function with the stack's files. */
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import {
  catchAllRouteKeys,
  siteFunctionId,
  siteRouteKeys,
  siteTimeoutSeconds,
} from '../settings/site-routes.ts';
import { memoryMiB } from '../settings/sizes.ts';
import type { Stage } from '../settings/stages.ts';
import { hostFunction } from './host.ts';
import type { Outcome } from './response.ts';
import type { SiteOrder } from './site-builder.ts';

/** A site that was built, and serves. */
interface Site {
  /** What tells it from another: its function, and what stands at which path, files by their content. */
  readonly content: string;
  readonly invoke: (event: APIGatewayProxyEventV2) => Promise<Outcome>;
  /** Ends it once it has answered what it was asked. */
  readonly close: () => Promise<void>;
}

/**
 * The site, which is built when somebody first asks for it: who only calls the API does not wait for it.
 *
 * @param environment - gives what its function is told besides where its files are, when it starts.
 */
export const runSite = (stage: Stage, environment: () => Readonly<Record<string, string>>) => {
  let running: Promise<Site> | undefined;
  const invoke = async (event: APIGatewayProxyEventV2): Promise<Outcome> => {
    running ??= start(stage, environment());
    try {
      return await (await running).invoke(event);
    } catch (error) {
      running = undefined;
      console.error(`${siteFunctionId}:`, error);
      return { kind: 'failed' };
    }
  };
  return {
    routes: [...siteRouteKeys, ...catchAllRouteKeys].map((routeKey) => [routeKey, invoke] as const),
    /**
     * Builds it again, if it was built before, and has the new one serve.
     *
     * @returns whether it differs.
     * @throws {Error} when it does not build; the one that serves goes on.
     */
    rebuild: async (): Promise<boolean> => {
      const before = await running;
      if (before === undefined) return false;
      const after = await start(stage, environment());
      const differs = after.content !== before.content;
      if (differs) running = Promise.resolve(after);
      await (differs ? before : after).close();
      return differs;
    },
    close: async () => (await running)?.close(),
  };
};

const start = async (
  stage: Stage,
  environment: Readonly<Record<string, string>>,
): Promise<Site> => {
  const folder = mkdtempSync(path.join(tmpdir(), 'amplify-site-'));
  try {
    await build({ stage, folder });
  } catch (error) {
    rmSync(folder, { recursive: true });
    throw error;
  }
  const read = (name: string) => readFileSync(path.join(folder, name), 'utf8');
  const code = read('index.mjs');
  const host = hostFunction({
    functionName: siteFunctionId,
    memoryMiB,
    timeoutSeconds: siteTimeoutSeconds,
    environment: { ...environment, LAMBDA_TASK_ROOT: folder },
    code,
  });
  const inFlight = new Set<Promise<Outcome>>();
  return {
    content: [
      code,
      ...['entries', 'paths', 'refusal-page'].map((name) => read(`site/${name}.json`)),
    ].join(),
    invoke: (event) => {
      const outcome = host.invoke(event);
      inFlight.add(outcome);
      return outcome.finally(() => inFlight.delete(outcome));
    },
    close: async () => {
      // One more may come while the others are waited for: it had found this site before there was another.
      do await Promise.all(inFlight);
      while (inFlight.size > 0);
      await host.close();
      rmSync(folder, { recursive: true });
    },
  };
};

/** @throws {Error} when the site does not build. */
const build = (order: SiteOrder): Promise<unknown> =>
  once(new Worker(new URL('./site-builder.ts', import.meta.url), { workerData: order }), 'exit');
