/** The provider's paths, the same as of a Cognito user pool's domain. */
export const routes = {
  authorization: '/oauth2/authorize',
  token: '/oauth2/token',
  userinfo: '/oauth2/userInfo',
  jwks: '/.well-known/jwks.json',
  end_session: '/logout',
} as const;

/** The sign-in page's path, followed by the id of the attempt. */
export const signInPath = '/sign-in/';
