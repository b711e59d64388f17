/**
 * What the local sign-in takes from a Cognito user pool: its users, its paths, and the part of its API that the
 * service and the operator's tool use, since OpenID Connect can't remove or disable users.
 *
 * https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_Operations.html
 */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { readBody } from '../http.ts';
import type { Outcome } from '../response.ts';

export const localUserPool = 'local_sign-in';

/** The paths of a user pool's domain, by their names in oidc-provider. */
export const routes = {
  authorization: '/oauth2/authorize',
  token: '/oauth2/token',
  userinfo: '/oauth2/userInfo',
  jwks: '/.well-known/jwks.json',
  end_session: '/logout',
} as const;

export type LocalUserPool = ReturnType<typeof createUserPool>;

export type Trigger = (event: object) => Promise<Outcome>;

/**
 * Creates a user pool without users. Like in Cognito, addresses are case-insensitive.
 *
 * @param trigger - is called before a user is created, and after that as if the user had confirmed the address.
 */
export const createUserPool = (name: string, trigger?: Trigger) => {
  let users: { readonly sub: string; readonly email: string; disabled?: boolean }[] = [];
  const withEmail = (email: string) =>
    users.find((user) => user.email.toLowerCase() === email.toLowerCase());

  const call = (operation: string, input: Readonly<Record<string, string>>): object => {
    const { Username, Filter = '' } = input;
    if (operation === 'ListUserPools') return { UserPools: [{ Id: localUserPool, Name: name }] };
    if (operation === 'ListUsers') {
      const user = withEmail(JSON.parse(Filter.replace('email = ', '')));
      return { Users: user ? [{ Attributes: [{ Name: 'sub', Value: user.sub }] }] : [] };
    }
    const user = users.find(({ sub }) => sub === Username);
    if (!user) return { __type: 'UserNotFoundException' };
    if (operation === 'AdminDisableUser') user.disabled = true;
    else if (operation === 'AdminDeleteUser') users = users.filter((entry) => entry !== user);
    // Its users have no passwords.
    else if (operation !== 'AdminSetUserPassword') return { __type: 'UnknownOperationException' };
    return {};
  };

  const runTrigger = async (triggerSource: string, userName: string, email: string) => {
    const request = { userAttributes: { sub: userName, email } };
    const event = { triggerSource, userPoolId: localUserPool, userName, request };
    const outcome = await trigger?.(event);
    if (outcome === undefined || outcome.kind === 'result') return undefined;
    const [operation] = triggerSource.split('_');
    return `${operation} failed with error ${outcome.kind === 'failed' ? outcome.error : outcome.kind}.`;
  };

  return {
    /** The `sub` of an address, whose user is created if necessary; `undefined` if the user is disabled. */
    admit: async (email: string): Promise<string | { readonly refused: string } | undefined> => {
      const known = withEmail(email);
      if (known) return known.disabled ? undefined : known.sub;
      const user = { sub: randomUUID(), email };
      const refused = await runTrigger('PreSignUp_SignUp', user.sub, email);
      if (refused !== undefined) return { refused };
      // Meanwhile, somebody else may have signed up with it.
      if (withEmail(email)) return withEmail(email)?.sub;
      users.push(user);
      const failed = await runTrigger('PostConfirmation_ConfirmSignUp', user.sub, email);
      return failed === undefined ? user.sub : { refused: failed };
    },
    /** The address of a user, as first entered; `undefined` for an unknown or disabled user. */
    findEmail: (sub: string) => users.find((user) => user.sub === sub && !user.disabled)?.email,
    answerCall: async (request: IncomingMessage, response: ServerResponse) => {
      const [, operation = ''] = String(request.headers['x-amz-target']).split('.');
      const answer = call(operation, JSON.parse(String(await readBody(request))));
      response
        .writeHead('__type' in answer ? 400 : 200, { 'content-type': 'application/x-amz-json-1.1' })
        .end(JSON.stringify(answer));
    },
  };
};
