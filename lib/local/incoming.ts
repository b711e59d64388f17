/** What is read of an HTTP request before it becomes an event. */
import type { IncomingMessage } from 'node:http';

/** API Gateway's limit for a body, in bytes. */
const maxBodySize = 10 * 1024 * 1024;

/** The path and the query of a request target, which may be a whole URL (RFC 9112, section 3.2.2). */
export const splitTarget = (target: string): { readonly path: string; readonly query: string } => {
  const [path = '', ...rest] = target.replace(/^https?:\/\/[^/?]*/i, '').split('?');
  return { path: path === '' ? '/' : path, query: rest.join('?') };
};

/** The whole body, or why there is none. What goes beyond the limit is left unread. */
export const readBody = async (
  request: IncomingMessage,
): Promise<Buffer | 'too large' | 'cut off'> => {
  if (Number(request.headers['content-length']) > maxBodySize) return 'too large';
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of request.iterator({ destroyOnReturn: false })) {
      size += chunk.length;
      if (size > maxBodySize) return 'too large';
      chunks.push(chunk);
    }
  } catch {
    return 'cut off';
  }
  return Buffer.concat(chunks);
};
