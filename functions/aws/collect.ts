/**
 * Reads an answer's body: the clients' `streamCollector`. The SDK's own first asks whether the body is
 * a web stream, for which Node loads all web streams, and then pipes it through a stream of its own.
 */
export const collect = async (body: AsyncIterable<Uint8Array>): Promise<Uint8Array> => {
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return Buffer.concat(chunks);
};
