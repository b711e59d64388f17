/**
 * The value of a header, if it was sent. API Gateway gives names in lower case, `sam local start-api` as sent.
 *
 * @param headers Absent in a direct invocation.
 * @param name In lower case.
 */
export const headerValue = (
  headers: Readonly<Record<string, string | undefined>> | null | undefined,
  name: string,
): string | undefined =>
  headers?.[name] ?? Object.entries(headers ?? {}).find(([key]) => key.toLowerCase() === name)?.[1];
