import { randomUUID } from 'node:crypto';

export const newKey = (): string => `key-${randomUUID()}`;

/** Calls an endpoint that takes a text, as a program does. */
export const callWith = (
  { url }: { readonly url: string },
  key: string,
  endpoint = 'shout',
  text = 'hello',
): Promise<Response> =>
  fetch(`${url}/v1/${endpoint}`, {
    method: 'POST',
    headers: { 'X-API-Key': key, 'Content-Type': 'application/json' },
    body: JSON.stringify({ text }),
  });

/** Takes all slots of a key. */
export const useUp = async (service: { readonly url: string }, key: string): Promise<void> => {
  while ((await callWith(service, key)).ok);
};
