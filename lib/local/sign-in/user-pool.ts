/**
 * The part of Cognito's API that the service and the operator's tool use: OpenID Connect can't remove or disable users.
 *
 * https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_Operations.html
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { readBody } from '../incoming.ts';
import type { Directory } from './directory.ts';

/** The user pool's id. */
export const localUserPool = 'local_sign-in';

/** Whether a request is a call of Cognito's API. Pages of other origins can't send its header. */
export const isUserPoolCall = ({ method, headers }: IncomingMessage): boolean =>
  method === 'POST' && headers['x-amz-target'] !== undefined;

/** Answers a call of Cognito's API. */
export const answerUserPoolCall = async (
  request: IncomingMessage,
  response: ServerResponse,
  { find, remove, disable }: Directory,
  poolName: string,
): Promise<void> => {
  const send = (status: number, answer: object) => {
    response
      .writeHead(status, { 'content-type': 'application/x-amz-json-1.1' })
      .end(JSON.stringify(answer));
  };
  const operation = String(request.headers['x-amz-target']).replace(/^AWSCognito\w+\./, '');
  const { UserPoolId, Username, Filter } = parse(String(await readBody(request)));
  if (operation === 'ListUserPools') {
    return send(200, { UserPools: [{ Id: localUserPool, Name: poolName }] });
  }
  if (operation === 'ListUsers') {
    const [, address] = /^email = (".*")$/.exec(String(Filter)) ?? [];
    const sub = address && find(JSON.parse(address));
    return send(200, { Users: sub ? [{ Attributes: [{ Name: 'sub', Value: sub }] }] : [] });
  }
  const change = { AdminDeleteUser: remove, AdminDisableUser: disable }[operation];
  if (!change) return send(400, { __type: 'UnknownOperationException' });
  if (UserPoolId !== localUserPool) {
    const message = `User pool ${UserPoolId} does not exist.`;
    return send(400, { __type: 'ResourceNotFoundException', message });
  }
  if (change(String(Username))) return send(200, {});
  send(400, { __type: 'UserNotFoundException', message: 'User does not exist.' });
};

const parse = (body: string): Readonly<Record<string, unknown>> => {
  try {
    return Object(JSON.parse(body));
  } catch {
    return {};
  }
};
