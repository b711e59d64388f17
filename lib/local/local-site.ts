import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { siteFunction } from '../settings/functions.ts';
import { catchAllRouteKeys, siteFunctionId, siteRouteKeys } from '../settings/site-routes.ts';
import type { Stage } from '../settings/stages.ts';
import type { buildSite } from '../site/build.ts';
import { type FunctionHost, hostFunction } from './host.ts';
import type { Outcome } from './response.ts';

/**
 * Runs the site's function. The site is built at its first request, in a new folder of `parent`, so that the API starts
 * without waiting for it.
 */
export const runSite = (
  stage: Stage,
  environment: Readonly<Record<string, string>>,
  parent: string,
) => {
  /** @throws {Error} if the site does not build. */
  const start = async (): Promise<FunctionHost> => {
    const folder = mkdtempSync(path.join(parent, 'site'));
    const workerData: Parameters<typeof buildSite> = [stage, folder];
    await once(new Worker(new URL('./site-builder.ts', import.meta.url), { workerData }), 'exit');
    const { timeoutSeconds } = siteFunction;
    return hostFunction({ functionName: siteFunctionId, folder, environment, timeoutSeconds });
  };
  let running: Promise<FunctionHost> | undefined;
  const invoke = async (event: APIGatewayProxyEventV2): Promise<Outcome> => {
    running ??= start();
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
     * @throws {Error} if it does not build. The last build is still served.
     */
    rebuild: async () => {
      const before = await running;
      if (before === undefined) return;
      running = Promise.resolve(await start());
      console.log('Rebuilt the site');
      await before.close();
    },
    close: async () => (await running)?.close(),
  };
};
