import type { IncomingMessage } from 'node:http';

/** API Gateway's limit for a body, in bytes. */
const maxBodySize = 10 * 1024 * 1024;

/** Reads a request's body, up to the limit. A client that hangs up has sent no body. */
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
