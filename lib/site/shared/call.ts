/** The API as the pages call it. */

export interface Call {
  readonly method: string;
  readonly path: string;
  /** Undefined to send no key. */
  readonly key: string | undefined;
  /** JSON, or whatever the visitor typed. */
  readonly body: string | undefined;
}

/** An answer of the API or of a proxy. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** From the call to the end of the answer, in milliseconds. */
  readonly duration: number;
}

/** How long to wait for an answer, in milliseconds: longer than a function may run. */
const timeout = 20_000;

/**
 * Calls the API.
 *
 * @throws {Error} if no answer came; the message is a sentence for the visitor. The browser's error for an impossible key.
 */
export const callApi = async ({ method, path, key, body }: Call): Promise<Answer> => {
  const offline = !navigator.onLine;
  const begun = performance.now();
  // A key that no header can have is refused here, since that is no missing answer.
  const request = new Request(path, {
    method,
    headers: {
      ...(key !== undefined && { 'X-API-Key': key }),
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
    },
    body: body ?? null,
    signal: AbortSignal.timeout(timeout),
  });
  try {
    const response = await fetch(request);
    const text = await response.text();
    const duration = Math.round(performance.now() - begun);
    return { status: response.status, headers: response.headers, text, duration };
  } catch (error) {
    throw new Error(noAnswer(error, offline));
  }
};

const noAnswer = (error: unknown, offline: boolean): string => {
  if (error instanceof DOMException && error.name === 'TimeoutError') {
    return `No response came within ${timeout / 1000} seconds. Try again.`;
  }
  return offline ? 'You are offline: nothing was sent.' : 'The connection failed. Try again.';
};
