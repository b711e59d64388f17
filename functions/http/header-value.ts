/**
 * The value of a header, if it was sent. API Gateway gives names in lower case, `sam local start-api` as sent.
 *
 * @param headers - absent in a direct invocation.
 * @param name - in lower case.
 */
export const headerValue = (
  headers: Readonly<Record<string, string | undefined>> | null | undefined,
  name: string,
): string | undefined =>
  headers?.[name] ?? Object.entries(headers ?? {}).find(([key]) => key.toLowerCase() === name)?.[1];
