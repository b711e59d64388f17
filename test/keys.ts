/** Keys, and the use of them, for tests that look at something else than the answers of the API. */
import { randomUUID } from 'node:crypto';

/** A key that no test used before. */
export const newKey = (): string => `key-${randomUUID()}`;

/** Takes all the slots that a key has. */
export const useUp = async (url: string, key: string): Promise<void> => {
  const call = () =>
    fetch(`${url}/v1/shout`, {
      method: 'POST',
      headers: { 'X-API-Key': key, 'Content-Type': 'application/json' },
      body: '{"text":"hello"}',
    });
  while ((await call()).ok);
};
