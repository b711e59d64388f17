/** The provider's paths: those of a Cognito user pool's domain. */
export const routes = {
  authorization: '/oauth2/authorize',
  token: '/oauth2/token',
  userinfo: '/oauth2/userInfo',
  jwks: '/.well-known/jwks.json',
  end_session: '/logout',
} as const;

/** Where the sign-in page stands: below it, each sign-in has a name of its own. */
export const signInPath = '/sign-in/';
