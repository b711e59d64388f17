/** What one would take instead: Hono with Zod, and the SDK as it comes. It checks the body, too. */
import { createHash } from 'node:crypto';
import { Hono } from 'hono';
import { handle } from 'hono/aws-lambda';
import { z } from 'zod';
import { updateFor } from './baseline.ts';
import { send } from './plain-sdk.ts';

const shoutRequest = z.object({ text: z.string().min(1) });
const revoked = new Set<string>();

const app = new Hono().post('/v1/shout', async (context) => {
  const key = context.req.header('x-api-key') ?? '';
  const hash = createHash('sha256').update(key).digest('hex');
  if (key.trim() === '' || revoked.has(hash)) return context.json({ detail: 'No key' }, 401);
  if (!(await send(updateFor(key)))) return context.json({ detail: 'No slot' }, 429);
  const { success, data, error } = shoutRequest.safeParse(await context.req.json());
  if (!success) return context.json({ detail: error.issues }, 422);
  return context.json({ original: data.text, result: data.text.toUpperCase() });
});

export const handler = handle(app);
