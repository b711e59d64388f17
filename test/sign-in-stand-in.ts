/**
 * A stand-in for the sign-in on the loopback interface: an OpenID provider that knows every token, as far
 * as the functions ask it, and Cognito's calls that remove or disable a user. It answers as a test
 * tells it to.
 */
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';

/** What it is asked for. */
export type SignInCall = 'discovery' | 'userinfo' | 'removal';

/** What comes back. */
export type SignInReply =
  | { readonly status: number; readonly headers?: Record<string, string>; readonly body: string }
  /** Nothing, ever. */
  | 'silence'
  /** The head of an answer and half a body, and then nothing. */
  | 'half'
  /** Blanks without end, so fast that only a limit to the whole call, or to its length, ends it. */
  | 'trickle'
  /** The end of the connection. */
  | 'reset';

/** A request that has come in. */
export interface SignInRequest {
  readonly call: SignInCall;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** A running stand-in. */
export interface SignInStandIn {
  /** The issuer, and the address of what removes sign-ins. */
  readonly url: string;
  /** All requests since the last `reply`. */
  readonly requests: readonly SignInRequest[];
  /** Forgets all requests, and answers those to come so; what is not said is answered well. */
  readonly reply: (replies?: Partial<Record<SignInCall, SignInReply>>) => void;
  readonly close: () => Promise<void>;
}

/** A JSON answer. */
export const answer = (body: unknown, status = 200): SignInReply => ({
  status,
  body: JSON.stringify(body),
});

/** What the userinfo endpoint says of whoever asks, as Cognito writes it. */
export const someone = { sub: 'someone', email: 'someone@example.com', email_verified: 'true' };

/** A user's access token, by which the userinfo endpoint knows them. Of any other token, it says that it is someone's. */
export const tokenOf = (sub: string): string => `secret.access.${sub}`;

const holderOf = (authorization = ''): string =>
  /^Bearer secret\.access\.(\S+)$/.exec(authorization)?.[1] ?? someone.sub;

/** A refusal of Cognito's. */
export const poolRefusal = (type: string, status = 400): SignInReply => ({
  status,
  headers: { 'Content-Type': 'application/x-amz-json-1.1' },
  body: JSON.stringify({ __type: type, message: 'A sentence that says more.' }),
});

/** Starts a stand-in. */
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
