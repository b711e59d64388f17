/** A fake of the OpenID endpoints that the functions call, and of Cognito's API for removing users. */
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';

type SignInCall = 'discovery' | 'userinfo' | 'removal';

export type SignInReply =
  | { readonly status: number; readonly headers?: Record<string, string>; readonly body: string }
  /** No response. */
  | 'silence'
  /** Stops in the middle of the body. */
  | 'half'
  /** Endless blanks, which only a limit of time or length ends. */
  | 'trickle'
  | 'reset';

interface SignInRequest {
  readonly call: SignInCall;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface SignInStandIn {
  /** Of the issuer and of Cognito's API. */
  readonly url: string;
  /** Since the last `reply`. */
  readonly requests: readonly SignInRequest[];
  /** Clears the requests, and sets the replies. Default: success. */
  readonly reply: (replies?: Partial<Record<SignInCall, SignInReply>>) => void;
  readonly close: () => Promise<void>;
}

export const answer = (body: unknown, status = 200): SignInReply => ({
  status,
  body: JSON.stringify(body),
});

/** Claims in Cognito's format. */
export const someone = { sub: 'someone', email: 'someone@example.com', email_verified: 'true' };

/** A user's access token. Any other token is that of `someone`. */
export const tokenOf = (sub: string): string => `secret.access.${sub}`;

const holderOf = (authorization = ''): string =>
  /^Bearer secret\.access\.(\S+)$/.exec(authorization)?.[1] ?? someone.sub;

/** An error in Cognito's format. */
export const poolRefusal = (type: string, status = 400): SignInReply => ({
  status,
  headers: { 'Content-Type': 'application/x-amz-json-1.1' },
  body: JSON.stringify({ __type: type, message: 'A sentence that says more.' }),
});

export const startSignInStandIn = async (): Promise<SignInStandIn> => {
  const requests: SignInRequest[] = [];
  let replies: Partial<Record<SignInCall, SignInReply>> = {};
  let url = '';

  const usual = (call: SignInCall, { authorization }: IncomingHttpHeaders): SignInReply => {
    if (call === 'removal') return answer({});
    if (call === 'userinfo') return answer({ ...someone, sub: holderOf(authorization) });
    return answer({ issuer: url, userinfo_endpoint: `${url}/oauth2/userInfo` });
  };

  const server = createServer(async (request, response) => {
    const call = callOf(request.method, request.url);
    if (call === undefined) {
      response.writeHead(404).end();
      return;
    }
    requests.push({ call, headers: request.headers, body: await text(request) });
    const reply = replies[call] ?? usual(call, request.headers);
    if (reply === 'silence') return;
    if (reply === 'reset') {
      request.socket.resetAndDestroy();
    } else if (reply === 'half') {
      response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': '1000' });
      response.write('{"sub":');
    } else if (reply === 'trickle') {
      response.writeHead(200, { 'Content-Type': 'application/json' });
      while (!request.socket.destroyed) {
        response.write(' ');
        await setTimeout(100);
      }
    } else {
      response.writeHead(reply.status, { 'Content-Type': 'application/json', ...reply.headers });
      response.end(reply.body);
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    requests,
    reply: (next = {}) => {
      requests.length = 0;
      replies = next;
    },
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
};

const callOf = (method = '', path = ''): SignInCall | undefined => {
  if (method === 'POST' && path === '/') return 'removal';
  if (path === '/.well-known/openid-configuration') return 'discovery';
  return path === '/oauth2/userInfo' ? 'userinfo' : undefined;
};
