import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { needs as siteNeeds } from '../../functions/site/placeholders.ts';
import { explain } from '../accounts/explain.ts';
import { type Bundles, buildFunctions, writeBundle } from '../bundles/bundles.ts';
import { routeKeys, stageEndpoints } from '../settings/endpoints.ts';
import {
  type BuiltFunction,
  functionEnvironment,
  probeFunction,
  signUpFunction,
  stageFunctions,
  stageValues,
  type Values,
} from '../settings/functions.ts';
import { accountScopes, userPoolName } from '../settings/sign-in-settings.ts';
import { dashboardPath } from '../settings/site-routes.ts';
import { stageTables } from '../settings/tables.ts';
import { createAuthorizer } from './authorizer.ts';
import { loadCredentials, localCredentials } from './developer-credentials.ts';
import { createGateway, type Integration } from './gateway.ts';
import { type FunctionHost, hostFunction } from './host.ts';
import { startOnFreePort } from './http.ts';
import { createTables, startDynamoDb } from './local-dynamodb.ts';
import type { LocalSettings } from './local-settings.ts';
import { runSite } from './local-site.ts';
import { startSignIn } from './sign-in/local-sign-in.ts';
import { localUserPool } from './sign-in/local-user-pool.ts';
import { watchSources } from './watch.ts';

/** The dashboard's client id at the sign-in. */
const clientId = 'dashboard';

/** Starts a DynamoDB, or uses that of the settings, and creates the stage's tables. */
const startDynamodb = async (settings: LocalSettings, credentials: typeof localCredentials) => {
  const { dynamodb, stage, containerHost } = settings;
  const running =
    'url' in dynamodb
      ? { url: dynamodb.url, close: async () => {} }
      : await startOnFreePort(dynamodb.ports, (port) => startDynamoDb(port, containerHost));
  try {
    await createTables(running.url, stageTables(stage), credentials);
    return running;
  } catch (cause) {
    throw new Error(explain(cause, { AWS_ENDPOINT_URL_DYNAMODB: running.url }), { cause });
  }
};

/**
 * Starts the stage's functions and routes, with an in-memory DynamoDB and a local sign-in. Logs each request, and what
 * the functions write, to the console.
 *
 * @throws {Error} if it can't start; the message is for the person who started it.
 */
export const startLocalServer = async (settings: LocalSettings) => {
  const { stage, containerHost } = settings;
  const { keys } = stage;
  // Until all is built, every request gets 503.
  const routes = new Map<string, Integration>([['$default', async () => ({ kind: 'timed-out' })]]);
  const gateway = createGateway(routes, console.log);
  const port = await startOnFreePort(settings.ports, gateway.listen);
  const url = `http://localhost:${port}`;
  const signIn =
    keys.policy === 'issued'
      ? await startOnFreePort(settings.signInPorts, (free) => startSignIn(free, containerHost))
      : undefined;

  // Nothing here has a schedule.
  const deployed = stageFunctions(stage).filter(({ id }) => id !== probeFunction.id);
  const names = deployed.map(({ name }) => name);
  const credentials =
    stage.emphasis.model === 'bedrock' ? await loadCredentials() : localCredentials;
  // One after the other: if the program ended during a build, esbuild would print its goroutines.
  const dynamodb = await startDynamodb(settings, credentials);
  const bundles = await buildFunctions(names, 'external');
  const values: Values = {
    ...stageValues(stage),
    AWS_ENDPOINT_URL_DYNAMODB: dynamodb.url,
    AWS_ENDPOINT_URL_BEDROCK_RUNTIME:
      settings.bedrockUrl ?? `https://bedrock-runtime.${credentials.AWS_REGION}.amazonaws.com`,
    BASE_URL: url,
    ...(signIn && {
      SIGN_IN_ISSUER: signIn.url,
      SIGN_IN_CLIENT_ID: clientId,
      SIGN_IN_ORIGINS: signIn.url,
      USER_POOL: localUserPool,
      AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER: signIn.url,
    }),
  };

  const folder = mkdtempSync(path.join(tmpdir(), 'amplify-'));
  const run = ({ id, name, needs, timeoutSeconds }: BuiltFunction, built: Bundles) => {
    const unpacked = mkdtempSync(path.join(folder, name));
    writeBundle(built, name, unpacked);
    // For debuggers.
    appendFileSync(path.join(unpacked, 'index.mjs'), '//# sourceMappingURL=index.mjs.map');
    return hostFunction({
      functionName: id,
      folder: unpacked,
      environment: { ...functionEnvironment(needs, values), ...credentials },
      timeoutSeconds,
    });
  };
  const running = new Map(deployed.map((row) => [row.name, run(row, bundles)]));
  const invokeNamed = (name: string) => (event: object) =>
    (running.get(name) as FunctionHost).invoke(event);
  let latest = bundles;
  /** Replaces the functions that have changed. Requests in flight are finished by the old ones. */
  const rebuildFunctions = async () => {
    const built = await buildFunctions(names, 'external');
    const changed = deployed.filter(({ name }) => built.get(name)?.code !== latest.get(name)?.code);
    latest = built;
    for (const row of changed) {
      void running.get(row.name)?.close();
      running.set(row.name, run(row, built));
    }
    if (changed.length > 0) console.log(`Rebuilt ${changed.map(({ name }) => name).join(', ')}`);
  };

  const site = runSite(stage, functionEnvironment(siteNeeds, values), folder);
  const authorizer =
    signIn && createAuthorizer({ issuer: signIn.url, audience: [clientId], scopes: accountScopes });
  for (const endpoint of stageEndpoints(stage)) {
    const invoke = invokeNamed(endpoint.name);
    const integration = endpoint.access === 'account' ? authorizer?.(invoke) : invoke;
    for (const key of routeKeys(endpoint)) if (integration) routes.set(key, integration);
  }
  for (const [key, invoke] of site.routes) routes.set(key, invoke);
  const hosts = ['localhost', '127.0.0.1', '[::1]'];
  signIn?.serve(
    { clientId, pages: hosts.map((host) => `http://${host}:${port}${dashboardPath}`) },
    userPoolName(stage.name),
    signUpFunction.isDeployed(stage) ? invokeNamed(signUpFunction.name) : undefined,
  );
  const endWatching = settings.watch ? watchSources(rebuildFunctions, site.rebuild) : undefined;
  return {
    url,
    dynamodbUrl: dynamodb.url,
    /** Only on a stage with accounts. */
    signInUrl: signIn?.url,
    /** Accepts no more requests, waits for those in flight, and ends everything that was started. */
    close: async () => {
      await Promise.all([
        gateway.close(1000 * Math.max(...deployed.map(({ timeoutSeconds }) => timeoutSeconds))),
        endWatching?.(),
      ]);
      const functions = [...running.values()].map((host) => host.close());
      await Promise.all([...functions, site.close(), signIn?.close()]);
      await dynamodb.close();
      rmSync(folder, { recursive: true });
    },
  };
};
