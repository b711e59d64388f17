/** A fake of the OpenID endpoints that the functions call, and of Cognito's API for removing users. */
import type { IncomingHttpHeaders } from 'node:http';
import { type Reply, serveReplies } from './serve.ts';

type SignInCall = 'discovery' | 'userinfo' | 'removal';

interface SignInRequest {
  readonly call: SignInCall;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export const answer = (body: unknown, status = 200): Reply => ({
  status,
  body: JSON.stringify(body),
});

/** Claims in Cognito's format. */
export const someone = { sub: 'someone', email: 'someone@example.com', email_verified: 'true' };

/** A user's access token. Any other token is that of `someone`. */
export const accessToken = (sub: string): string => `secret.access.${sub}`;

const tokenSubject = (authorization = ''): string =>
  /^Bearer secret\.access\.(\S+)$/.exec(authorization)?.[1] ?? someone.sub;

/** An error in Cognito's format. */
export const poolRefusal = (type: string, status = 400): Reply => ({
  status,
  headers: { 'Content-Type': 'application/x-amz-json-1.1' },
  body: JSON.stringify({ __type: type, message: 'A sentence that says more.' }),
});

export const startSignInStandIn = async () => {
  const requests: SignInRequest[] = [];
  let replies: Partial<Record<SignInCall, Reply>> = {};
  const issuer = await serveReplies(({ method, url, headers }, body) => {
    const call = findCall(method, url);
    if (call === undefined) return undefined;
    requests.push({ call, headers, body });
    return replies[call] ?? usual(call, headers);
  });

  const usual = (call: SignInCall, { authorization }: IncomingHttpHeaders): Reply => {
    if (call === 'removal') return answer({});
    if (call === 'userinfo') return answer({ ...someone, sub: tokenSubject(authorization) });
    return answer({ issuer, userinfo_endpoint: `${issuer}/oauth2/userInfo` });
  };

  return {
    /** Of the issuer and of Cognito's API. */
    url: issuer,
    /** Since the last `reply`. */
    requests,
    /** Clears the requests, and sets the replies. Default: success. */
    reply: (newReplies: Partial<Record<SignInCall, Reply>> = {}) => {
      requests.length = 0;
      replies = newReplies;
    },
  };
};

const findCall = (method = '', path = ''): SignInCall | undefined => {
  if (method === 'POST' && path === '/') return 'removal';
  if (path === '/.well-known/openid-configuration') return 'discovery';
  return path === '/oauth2/userInfo' ? 'userinfo' : undefined;
};
