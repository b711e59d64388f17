/** The API as the reference calls it: with whatever is typed, to see what comes of it. */

/** A call. */
export interface Call {
  readonly method: string;
  readonly path: string;
  /** Absent where none is typed: then none is sent. */
  readonly key: string | undefined;
  /** Meant to be JSON. */
  readonly body: string | undefined;
}

/** An answer of the API. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** Milliseconds from the call to the answer. */
  readonly duration: number;
}

/** Calls the API where the page is. It rejects when there is no answer. */
export const send = async ({ method, path, key, body }: Call): Promise<Answer> => {
  const begun = performance.now();
  const headers = {
    ...(key !== undefined && { 'X-API-Key': key }),
    ...(body !== undefined && { 'Content-Type': 'application/json' }),
  };
  const response = await fetch(path, { method, headers, body: body ?? null });
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    text,
    duration: Math.round(performance.now() - begun),
  };
};
