/** The local server: the stack's functions and routes, with an in-memory DynamoDB and a local sign-in. */
import { needs as siteNeeds } from '../../functions/site/placeholders.ts';
import { type Bundle, type Bundles, buildFunctions } from '../settings/bundling.ts';
import { endpointsOf, routeKeys } from '../settings/endpoints.ts';
import {
  type BuiltFunction,
  functionEnvironment,
  functionOf,
  signUpFunction,
  stageValues,
  type Values,
} from '../settings/functions.ts';
import { accountScopes, dashboardPath, userPoolName } from '../settings/sign-in.ts';
import { tablesOf } from '../settings/tables.ts';
import { jwtAuthorizer } from './authorizer.ts';
import {
  type AwsCredentials,
  developerCredentials,
  localCredentials,
} from './developer-credentials.ts';
import { createGateway } from './gateway.ts';
import { type FunctionHost, hostFunction } from './host.ts';
import { listen } from './listen.ts';
import { createTables, startDynamoDb } from './local-dynamodb.ts';
import type { LocalSettings } from './local-settings.ts';
import { runSite } from './local-site.ts';
import type { Application } from './sign-in/provider.ts';
import { startSignIn } from './sign-in/sign-in.ts';
import { localUserPool } from './sign-in/user-pool.ts';
import { watchSources } from './watch.ts';

/**
 * Starts the service. It logs each request, and what the functions write, to the console.
 *
 * @throws {Error} if it can't start; the message is for the person who started it.
 */
export const startLocalServer = async (settings: LocalSettings) => {
  const { stage } = settings;
  const { keys } = stage;
  const endpoints = endpointsOf(stage);
  const opensSignUp = keys.policy === 'issued' && keys.accounts.signUp === 'open';
  const deployed = [...endpoints.map(functionOf), ...(opensSignUp ? [signUpFunction] : [])];
  const names = deployed.map(({ name }) => name);
  const credentials =
    stage.emphasis.model === 'bedrock' ? await developerCredentials() : localCredentials;
  const application = Promise.withResolvers<Application>();
  const [dynamodb, bundles, signIn] = await Promise.all([
    dynamoDbOf(settings, credentials),
    buildFunctions(names),
    keys.policy === 'issued'
      ? startSignIn(
          settings.signInPort,
          application.promise,
          userPoolName(stage.name),
          // Called once the application is known, and so the functions.
          opensSignUp ? (event) => functions.invoke(signUpFunction.name, event) : undefined,
        )
      : undefined,
  ]);
  const values: Values = {
    ...stageValues(stage),
    AWS_ENDPOINT_URL_DYNAMODB: dynamodb.url,
    AWS_ENDPOINT_URL_BEDROCK_RUNTIME:
      settings.bedrockUrl ?? `https://bedrock-runtime.${credentials.AWS_REGION}.amazonaws.com`,
    ...(signIn && {
      SIGN_IN_ISSUER: signIn.url,
      SIGN_IN_CLIENT_ID: clientId,
      SIGN_IN_ORIGINS: signIn.url,
      USER_POOL: localUserPool,
      AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER: signIn.url,
    }),
  };
  const functions = runFunctions(deployed, bundles, ({ needs }) => ({
    ...functionEnvironment(needs, values),
    ...credentials,
  }));
  const authorizer =
    signIn && jwtAuthorizer({ issuer: signIn.url, audience: [clientId], scopes: accountScopes });
  const routes = endpoints.flatMap((endpoint) => {
    const invoke: FunctionHost['invoke'] = (event) => functions.invoke(endpoint.name, event);
    const integration = endpoint.access === 'account' ? authorizer?.(invoke) : invoke;
    return integration ? routeKeys(endpoint).map((key) => [key, integration] as const) : [];
  });
  let url = '';
  const site = runSite(stage, () => functionEnvironment(siteNeeds, { ...values, BASE_URL: url }));
  const gateway = createGateway(new Map([...routes, ...site.routes]), console.log);
  const port = await listen(gateway.server, settings.port, 'PORT');
  url = `http://localhost:${port}`;
  application.resolve({
    clientId,
    pages: ['localhost', '127.0.0.1'].map((host) => `http://${host}:${port}${dashboardPath}`),
  });
  const endWatching = settings.watch
    ? watchSources(names, bundles, functions.replace, site.rebuild)
    : undefined;
  return {
    /** The base address of the API. */
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
      await Promise.all([functions.close(), site.close(), signIn?.close()]);
      await dynamodb.close();
    },
  };
};

/** The dashboard's client id at the sign-in. */
const clientId = 'dashboard';

/** Starts a DynamoDB, or uses that of the settings, and creates the stage's tables. */
const dynamoDbOf = async ({ dynamodb, stage }: LocalSettings, credentials: AwsCredentials) => {
  const running =
    'url' in dynamodb
      ? { url: dynamodb.url, close: async () => {} }
      : await startDynamoDb(dynamodb.port, dynamodb.host);
  try {
    await createTables(running.url, tablesOf(stage), credentials);
    return running;
  } catch (cause) {
    const { name, code = name } = cause as NodeJS.ErrnoException;
    const where = `${running.url} (AWS_ENDPOINT_URL_DYNAMODB)`;
    throw new Error(`DynamoDB does not answer at ${where}: ${code}.`, { cause });
  }
};

const runFunctions = (
  deployed: readonly BuiltFunction[],
  bundles: Bundles,
  environment: (one: BuiltFunction) => Record<string, string>,
) => {
  const start = (one: BuiltFunction, built: Bundles) =>
    hostFunction({
      functionName: one.id,
      timeoutSeconds: one.timeoutSeconds,
      environment: environment(one),
      // A successful build has a bundle for each function.
      ...(built.get(one.name) as Bundle),
    });
  const running = new Map(deployed.map((one) => [one.name, start(one, bundles)]));
  return {
    invoke: (name: string, event: object) => (running.get(name) as FunctionHost).invoke(event),
    /** Replaces the functions with these names. Requests in flight are finished by the old ones. */
    replace: (names: readonly string[], built: Bundles) => {
      for (const one of deployed.filter(({ name }) => names.includes(name))) {
        void running.get(one.name)?.close();
        running.set(one.name, start(one, built));
      }
    },
    close: () => Promise.all([...running.values()].map((host) => host.close())),
  };
};
