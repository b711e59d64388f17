/** The service as the pages call it. */

/** A response of the service or of a proxy. */
export interface ApiResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** From the call to the end of the response, in milliseconds. */
  readonly duration: number;
}

/** Why no response came: its message is a sentence for people. */
export class NoResponse extends Error {
  /** Whether it is certain that nothing was sent. */
  readonly unsent: boolean;

  constructor(message: string, unsent = false) {
    super(message);
    this.unsent = unsent;
  }
}

/**
 * Sends a request, and waits for the whole response.
 *
 * @param timeout - in milliseconds.
 * @throws {NoResponse} if no response came.
 */
export const send = async (
  path: string,
  init: RequestInit,
  timeout: number,
): Promise<ApiResponse> => {
  const { onLine = true } = navigator as { readonly onLine?: boolean };
  const begun = performance.now();
  const signal = AbortSignal.timeout(timeout);
  try {
    const response = await fetch(path, { ...init, signal });
    const text = await response.text();
    const duration = Math.round(performance.now() - begun);
    return { status: response.status, headers: response.headers, text, duration };
  } catch (error) {
    if (error instanceof DOMException && error.name === 'TimeoutError') {
      throw new NoResponse(`No response came within ${timeout / 1_000} seconds. Try again.`);
    }
    throw onLine
      ? new NoResponse('The connection failed. Try again.')
      : new NoResponse('You are offline: nothing was sent.', true);
  }
};

export interface ApiCall {
  readonly method: string;
  readonly path: string;
  /** Undefined to send no key. */
  readonly key: string | undefined;
  /** JSON, or whatever the visitor typed. */
  readonly body: string | undefined;
}

/** How long to wait for the API, in milliseconds: longer than a function may run. */
const timeout = 20_000;

/** Calls the API. Throws as `send` does. */
export const callApi = ({ method, path, key, body }: ApiCall): Promise<ApiResponse> => {
  const headers = {
    ...(key !== undefined && { 'X-API-Key': key }),
    ...(body !== undefined && { 'Content-Type': 'application/json' }),
  };
  return send(path, { method, headers, body: body ?? null }, timeout);
};

/** The `detail` of an error in words; undefined if it has none. */
export const readDetail = (body: unknown): string | undefined => {
  const { detail } = (body ?? {}) as { detail?: string | readonly { readonly msg: string }[] };
  return typeof detail === 'string' ? detail : detail?.map(({ msg }) => `${msg}.`).join(' ');
};

/** Where the reference explains an error. */
export const errorPlace = (status: number): string =>
  `/docs#error-${[401, 413, 422, 429, 500, 503].includes(status) ? status : 'other'}`;

/** A text as JSON; undefined if it is not JSON. */
export const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};
