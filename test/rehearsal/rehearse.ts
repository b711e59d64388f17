/** Serves a synthesized template: its routes, functions, tables, and the permissions between them. */

import { type Authorizer, jwtAuthorizer } from '../../lib/local/authorizer.ts';
import { createGateway } from '../../lib/local/gateway.ts';
import type { FunctionHost } from '../../lib/local/host.ts';
import { listen } from '../../lib/local/http.ts';
import { createTables } from '../../lib/local/local-dynamodb.ts';
import type { Application } from '../../lib/local/sign-in/provider.ts';
import { startSignIn } from '../../lib/local/sign-in/sign-in.ts';
import type { Table } from '../../lib/settings/tables.ts';
import type { Template } from '../support/synth.ts';
import { callsOfLambda, runFunction } from './functions.ts';
import { linesOf, permissionsOf } from './policy.ts';
import { startProxy } from './proxy.ts';
import { corsOf, type Route, routesOf, triggerOf } from './routes.ts';
import { deployed, type Stack } from './stack.ts';

/** What rehearsals share. */
export interface Shared {
  /** The cloud assembly's folder. */
  readonly assets: string;
  readonly dynamodb: string;
  readonly bedrock: string;
}

/** A running stack. */
export interface Rehearsal {
  readonly url: string;
  readonly signInUrl: string;
  /** What the functions' roles allow. */
  readonly permissions: readonly string[];
  /** What the functions did, or were not allowed to do, in lines like those of `permissions`. */
  readonly calls: ReadonlySet<string>;
  /** A line for each route that API Gateway may not serve, and for what is not supported. */
  readonly faults: ReadonlySet<string>;
  readonly close: () => Promise<void>;
}

/**
 * Serves a template. A function starts with its first request.
 *
 * @throws {Error} if the template can't be deployed, or has parts that are not supported.
 */
export const rehearse = async (
  template: Template,
  stackName: string,
  { assets, dynamodb, bedrock }: Shared,
): Promise<Rehearsal> => {
  const closers: (() => unknown)[] = [];
  const close = async () => {
    for (const closeNext of closers.toReversed()) await closeNext();
  };
  const calls = new Set<string>();
  const record = (line: string) => calls.add(line);
  const faults = new Set<string>();
  const onFault = (line: string) => faults.add(line);
  try {
    const addresses = { api: '', signIn: '' };
    const stack = deployed(template, stackName, addresses);

    const integrations = new Map<string, Integration>();
    const gateway = createGateway(integrations, () => {}, corsOf(stack));
    addresses.api = `http://localhost:${await listen(gateway.server, 0, 'PORT')}`;
    closers.push(() => gateway.close(0));

    const signIn = await startSignIn(0);
    addresses.signIn = signIn.url;
    closers.push(signIn.close);

    const targets = { dynamodb, bedrock, 'cognito-idp': signIn.url };
    const ids = stack.ids('AWS::Lambda::Function');
    const permissions = ids.flatMap((id) => permissionsOf(stack, id));
    for (const id of ids) {
      for (const call of callsOfLambda(stack, id)) linesOf(id, call).forEach(record);
    }
    const proxy = await startProxy(
      targets,
      (line) => {
        record(line);
        return permissions.includes(line);
      },
      onFault,
    );
    closers.push(proxy.close);
    await createTables(dynamodb, tablesOf(stack));

    const routes = routesOf(stack);
    const trigger = triggerOf(stack);
    const invokers = new Map<string, FunctionHost['invoke']>();
    for (const id of new Set([...routes.map(({ functionId }) => functionId), trigger])) {
      if (id === undefined) continue;
      const host = runFunction(stack, id, { assets, proxy: proxy.url });
      closers.push(host.close);
      invokers.set(id, host.invoke);
    }
    signIn.serve(applicationOf(stack), '', trigger ? invokers.get(trigger) : undefined);
    for (const route of routes) {
      const invoke = invokers.get(route.functionId);
      if (invoke) integrations.set(route.key, integrationOf(route, invoke, onFault));
    }
    return {
      url: addresses.api,
      signInUrl: signIn.url,
      permissions,
      calls,
      faults,
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
};

/** Checks a route's token and permission before its function. */
const integrationOf = (
  { key, target, permitted, tokens }: Route,
  invoke: FunctionHost['invoke'],
  onFault: (line: string) => void,
): Integration => {
  const integration: Integration = async (event) => {
    if (permitted) return invoke(event);
    onFault(`API Gateway may not invoke ${target} for ${key}`);
    return { kind: 'failed' };
  };
  return tokens ? jwtAuthorizer(tokens)(integration) : integration;
};

type Integration = ReturnType<Authorizer>;

/** The user pool's client. A stage without accounts has none. */
const applicationOf = (stack: Stack): Application => {
  const [client] = stack.ids('AWS::Cognito::UserPoolClient');
  if (client === undefined) return { clientId: 'nobody', pages: [] };
  return { clientId: stack.ref(client), pages: stack.property(client, 'CallbackURLs') };
};

const tablesOf = (stack: Stack): readonly Table[] =>
  stack.ids('AWS::DynamoDB::GlobalTable').map((id) => {
    const keys = stack.property<readonly { AttributeName: string; KeyType: string }[]>(
      id,
      'KeySchema',
    );
    const named = (type: string) => keys.find(({ KeyType }) => KeyType === type)?.AttributeName;
    const sortKey = named('RANGE');
    return {
      id,
      name: stack.ref(id),
      partitionKey: String(named('HASH')),
      ...(sortKey !== undefined && { sortKey }),
      irreplaceable: false,
    };
  });
