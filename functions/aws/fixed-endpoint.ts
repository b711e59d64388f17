import type { Endpoint, EndpointV2, Provider } from '@smithy/types';

/**
 * Makes a client use this address. The SDK would find the same one, but parse it and evaluate its endpoint
 * rules for each command.
 *
 * @param address - if absent, the SDK's rules choose.
 */
export const fixedEndpoint = (
  address: string | undefined,
): { endpoint?: Provider<Endpoint>; endpointProvider?: () => EndpointV2 } => {
  if (!address) return {};
  const url = new URL(address);
  const { protocol, hostname, port, pathname: path } = url;
  const endpoint = { protocol, hostname, path, ...(port !== '' && { port: Number(port) }) };
  return { endpoint: async () => endpoint, endpointProvider: () => ({ url }) };
};
