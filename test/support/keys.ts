import { randomUUID } from 'node:crypto';

export const newKey = (): string => `key-${randomUUID()}`;

/** Takes all slots of a key. */
export const useUp = async (url: string, key: string): Promise<void> => {
  const call = () =>
    fetch(`${url}/v1/shout`, {
      method: 'POST',
      headers: { 'X-API-Key': key, 'Content-Type': 'application/json' },
      body: '{"text":"hello"}',
    });
  while ((await call()).ok);
};
