/** The API as the pages call it. */

/** A call. */
export interface Call {
  readonly method: string;
  readonly path: string;
  /** Undefined to send none. */
  readonly key: string | undefined;
  /** JSON, unless a visitor typed something else. */
  readonly body: string | undefined;
}

/** An answer of the API, or of something on the way to it. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** Milliseconds from the call to the end of the answer. */
  readonly duration: number;
}

/** How long an answer may take, in milliseconds: longer than a function may run. */
const timeout = 20_000;

/**
 * Calls the API.
 *
 * @throws {Error} if no answer came; the message is a sentence for the visitor.
 */
export const callApi = async ({ method, path, key, body }: Call): Promise<Answer> => {
  const offline = !navigator.onLine;
  const begun = performance.now();
  try {
    const response = await fetch(path, {
      method,
      headers: {
        ...(key !== undefined && { 'X-API-Key': key }),
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
      },
      body: body ?? null,
      signal: AbortSignal.timeout(timeout),
    });
    const text = await response.text();
    const duration = Math.round(performance.now() - begun);
    return { status: response.status, headers: response.headers, text, duration };
  } catch (error) {
    throw new Error(noAnswer(error, offline));
  }
};

const noAnswer = (error: unknown, offline: boolean): string => {
  if (error instanceof DOMException && error.name === 'TimeoutError') {
    return `No answer came within ${timeout / 1000} seconds. Try again.`;
  }
  return offline
    ? 'You are offline: nothing was sent.'
    : 'The connection failed before an answer came. Try again.';
};

/** A text as JSON; undefined if it is none. */
export const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};
