import type { Middleware, Request } from './middleware.ts';

/**
 * The value of a header, if it was sent. API Gateway sends names in lower case, `sam local start-api` does not.
 *
 * @param headers - absent in a direct invocation.
 * @param name - in lower case.
 */
export const headerValue = (
  headers: Readonly<Record<string, string | undefined>> | null | undefined,
  name: string,
): string | undefined =>
  headers?.[name] ?? Object.entries(headers ?? {}).find(([key]) => key.toLowerCase() === name)?.[1];

/** The headers of every response of the functions. */
export const securityHeaders = {
  'Strict-Transport-Security': 'max-age=31536000',
  'X-Content-Type-Options': 'nosniff',
} as const;

/** Adds headers to every response, whatever its status. */
export const addHeaders = <Known = object>(
  selectHeaders: (context: Partial<Known>) => Readonly<Record<string, string>> | undefined,
): Middleware => {
  const add = ({ context, response }: Request<object>): undefined => {
    if (response)
      response.headers = { ...response.headers, ...selectHeaders(context as Partial<Known>) };
  };
  return { after: add, onError: add };
};

/** The headers of every response of an endpoint. */
export const endpointHeaders = { ...securityHeaders, 'Cache-Control': 'no-store' } as const;

export const addEndpointHeaders = (): Middleware => addHeaders(() => endpointHeaders);
