import type { Endpoint, EndpointV2, Provider } from '@smithy/types';

interface FixedEndpoint {
  readonly endpoint?: Provider<Endpoint>;
  readonly endpointProvider?: () => EndpointV2;
}

/**
 * Makes a client use this address. The SDK would find the same one, but parse it and evaluate its endpoint
 * rules for each command.
 *
 * @param address - if absent, the SDK's rules choose.
 */
export const fixedEndpoint = (address: string | undefined): FixedEndpoint => {
  if (!address) return {};
  let url: URL | undefined;
  let endpoint: Endpoint | undefined;
  const endpointProvider = () => {
    url ??= new URL(address);
    return { url };
  };
  return {
    endpointProvider,
    endpoint: async () => {
      endpoint ??= endpointOf(endpointProvider().url);
      return endpoint;
    },
  };
};

const endpointOf = ({ protocol, hostname, port, pathname: path }: URL): Endpoint => ({
  protocol,
  hostname,
  path,
  ...(port !== '' && { port: Number(port) }),
});
