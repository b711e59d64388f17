/** The dashboard and its Content-Security-Policy need the sign-in. */
export const needs = {
  BASE_URL: [],
  'SIGN_IN_ISSUER?': [],
  'SIGN_IN_CLIENT_ID?': [],
  'SIGN_IN_ORIGINS?': [],
} as const;
