/** What every answer of the functions tells a browser: HTTPS only from now on, and no guessing of types. */
export const securityHeaders = {
  'Strict-Transport-Security': 'max-age=31536000',
  'X-Content-Type-Options': 'nosniff',
} as const;
