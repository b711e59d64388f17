/** The dashboard and its Content-Security-Policy need the sign-in. */
export const needs = {
  BASE_URL: [],
  SIGN_IN_ISSUER: ['optional'],
  SIGN_IN_CLIENT_ID: ['optional'],
  SIGN_IN_ORIGINS: ['optional'],
} as const;
