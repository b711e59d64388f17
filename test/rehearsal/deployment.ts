/** Serves a synthesized template: its routes, functions, tables, and the permissions between them. */
import { createAuthorizer } from '../../lib/local/authorizer.ts';
import { createGateway, type Integration } from '../../lib/local/gateway.ts';
import { createTables } from '../../lib/local/local-dynamodb.ts';
import { startSignIn } from '../../lib/local/sign-in/local-sign-in.ts';
import type { Table } from '../../lib/settings/tables.ts';
import { atEnd } from '../support/at-end.ts';
import type { Template } from '../support/synth.ts';
import { lambdaCalls, readPermissions, runFunction, startProxy } from './functions.ts';
import { readCors, readRoutes, readTrigger } from './routes.ts';
import { deployed, type Stack } from './stack.ts';

/** A running stack. */
export type Deployment = Awaited<ReturnType<typeof deploy>>;

/**
 * Serves a template until the end of the test file. A function starts with its first request.
 *
 * @param assets - the cloud assembly's folder.
 * @param targets - the addresses that stand in for AWS.
 * @throws {Error} if the template can't be deployed, or has parts that are not supported.
 */
export const deploy = async (
  template: Template,
  assets: string,
  targets: { readonly dynamodb: string; readonly bedrock: string },
) => {
  const faults = new Set<string>();
  const onFault = (line: string) => faults.add(line);
  const addresses = { api: '', signIn: '' };
  const stack = deployed(template, addresses);

  const integrations = new Map<string, Integration>();
  const gateway = createGateway(integrations, () => {}, readCors(stack));
  addresses.api = `http://localhost:${await gateway.listen(0)}`;
  atEnd(() => gateway.close(0));

  const signIn = await startSignIn(0);
  addresses.signIn = signIn.url;
  atEnd(signIn.close);

  const ids = stack.ids('AWS::Lambda::Function');
  const permissions = ids.flatMap((id) => readPermissions(stack, id));
  const calls = new Set(ids.flatMap((id) => lambdaCalls(stack, id)));
  const allows = (line: string) => calls.add(line) && permissions.includes(line);
  const proxy = await startProxy({ ...targets, 'cognito-idp': signIn.url }, allows, onFault);
  await createTables(targets.dynamodb, readTables(stack));

  const hosts = new Map(ids.map((id) => [id, runFunction(stack, id, assets, proxy)]));
  for (const { close } of hosts.values()) atEnd(close);
  const [client] = stack.ids('AWS::Cognito::UserPoolClient');
  const pages = client ? stack.property<readonly string[]>(client, 'CallbackURLs') : [];
  // A stage without accounts has no client.
  const clientId = client ? stack.ref(client) : 'nobody';
  signIn.serve({ clientId, pages }, '', hosts.get(readTrigger(stack) ?? '')?.invoke);
  for (const { key, target, functionId, permitted, tokens } of readRoutes(stack)) {
    if (!permitted) onFault(`API Gateway may not invoke ${target} for ${key}`);
    const invoke = hosts.get(functionId)?.invoke as Integration;
    integrations.set(key, tokens ? createAuthorizer(tokens)(invoke) : invoke);
  }
  return {
    url: addresses.api,
    signInUrl: signIn.url,
    /** What the functions' roles allow. */
    permissions,
    /** What the functions did, or were not allowed to do, in lines like those of `permissions`. */
    calls,
    /** A line for each route that API Gateway may not serve, and for what is not supported. */
    faults,
  };
};

const readTables = (stack: Stack): readonly Table[] =>
  stack.ids('AWS::DynamoDB::GlobalTable').map((id) => {
    const keys = stack.property<readonly { AttributeName: string }[]>(id, 'KeySchema');
    // The partition key comes first.
    const [partitionKey = '', sortKey] = keys.map(({ AttributeName }) => AttributeName);
    const name = stack.ref(id);
    return { id, name, partitionKey, ...(sortKey && { sortKey }), irreplaceable: false };
  });
