/** The site on a laptop: the stack's function with the stack's files. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import {
  catchAllRouteKeys,
  siteFunctionId,
  siteRouteKeys,
  siteTimeoutSeconds,
} from '../settings/site-routes.ts';
import { memoryMiB } from '../settings/sizes.ts';
import type { Stage } from '../settings/stages.ts';
import { buildSite } from '../site/build.ts';
import { type FunctionHost, hostFunction } from './host.ts';
import type { Outcome } from './response.ts';

/**
 * The site, which is built when somebody first asks for it: who only calls the API does not wait for it.
 *
 * @param environment - gives what its function is told besides where its files are, when it starts.
 */
export const runSite = (stage: Stage, environment: () => Readonly<Record<string, string>>) => {
  let running: { readonly folder: string; readonly host: FunctionHost } | undefined;
  const invoke = async (event: APIGatewayProxyEventV2): Promise<Outcome> => {
    try {
      running ??= start(stage, environment());
      return await running.host.invoke(event);
    } catch (error) {
      console.error(`${siteFunctionId}:`, error);
      return { kind: 'failed' };
    }
  };
  return {
    routes: [...siteRouteKeys, ...catchAllRouteKeys].map((routeKey) => [routeKey, invoke] as const),
    close: async () => {
      await running?.host.close();
      if (running) rmSync(running.folder, { recursive: true });
    },
  };
};

const start = (stage: Stage, environment: Readonly<Record<string, string>>) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'amplify-site-'));
  buildSite(stage, folder);
  const host = hostFunction({
    functionName: siteFunctionId,
    memoryMiB,
    timeoutSeconds: siteTimeoutSeconds,
    environment: { ...environment, LAMBDA_TASK_ROOT: folder },
    code: readFileSync(path.join(folder, 'index.mjs'), 'utf8'),
  });
  return { folder, host };
};
