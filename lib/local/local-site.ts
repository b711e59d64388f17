/** Runs the site's function with its files. */
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
} from '../infrastructure/settings/site-routes.ts';
import { memoryMiB } from '../infrastructure/settings/sizes.ts';
import type { Stage } from '../infrastructure/settings/stages.ts';
import { hostFunction } from './host.ts';
import type { Outcome } from './response.ts';
import type { SiteOrder } from './site-builder.ts';

/** A build of the site, being served. */
interface Site {
  /** The function's code and its files' hashes, to compare it with another build. */
  readonly content: string;
  readonly invoke: (event: APIGatewayProxyEventV2) => Promise<Outcome>;
  /** Ends it after the requests in flight. */
  readonly close: () => Promise<void>;
}

/**
 * Runs the site. It is built at its first request, so that the API starts without waiting for it.
 *
 * @param environment - returns the function's variables, without `LAMBDA_TASK_ROOT`.
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
     * Rebuilds the site, if it was built before.
     *
     * @returns whether it has changed.
     * @throws {Error} if it does not build. The last build is still served.
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
      // Requests that started before the switch to another build may still arrive.
      do await Promise.all(inFlight);
      while (inFlight.size > 0);
      await host.close();
      rmSync(folder, { recursive: true });
    },
  };
};

/** @throws {Error} if the site does not build. */
const build = (order: SiteOrder): Promise<unknown> =>
  once(new Worker(new URL('./site-builder.ts', import.meta.url), { workerData: order }), 'exit');
