/** Reads the parts of an HTTP request. */
import type { IncomingMessage } from 'node:http';

/** API Gateway's limit for a body, in bytes. */
const maxBodySize = 10 * 1024 * 1024;

/** The path and the query of a request target, which may be an absolute URL (RFC 9112, section 3.2.2). */
export const splitTarget = (target: string): { readonly path: string; readonly query: string } => {
  const [path = '', ...rest] = target.replace(/^https?:\/\/[^/?]*/i, '').split('?');
  return { path: path === '' ? '/' : path, query: rest.join('?') };
};

/** Reads a body, up to the limit. A client that hangs up has sent no body. */
export const readBody = async (
  request: IncomingMessage,
): Promise<Buffer | 'too large' | 'hung up'> => {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of request.iterator({ destroyOnReturn: false })) {
      size += chunk.length;
      if (size > maxBodySize) return 'too large';
      chunks.push(chunk);
    }
  } catch {
    return 'hung up';
  }
  return Buffer.concat(chunks);
};
