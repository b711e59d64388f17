/**
 * The value of a header; `undefined` where there is none, as in an event that is not API Gateway's. API Gateway gives names in lower case; `sam local start-api` gives them as
 * they were sent, and names are case-insensitive (RFC 9110, section 5.1).
 *
 * @param name The header's name in lower case.
 */
export const headerValue = (
  headers: Readonly<Record<string, string | undefined>> | null | undefined,
  name: string,
): string | undefined =>
  headers?.[name] ?? Object.entries(headers ?? {}).find(([key]) => key.toLowerCase() === name)?.[1];
