import type { Endpoint, EndpointV2, Provider } from '@smithy/types';

/** A part of a client's settings. */
interface FixedEndpoint {
  readonly endpoint?: Provider<Endpoint>;
  readonly endpointProvider?: () => EndpointV2;
}

/**
 * Makes a client call the address given. By itself it would find the same address, but parse it for each command,
 * and evaluate rules for all that an endpoint can depend on.
 *
 * @param address - Without one, the SDK's rules choose.
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

/** An address in the form that requests have it. */
const endpointOf = ({ protocol, hostname, port, pathname: path }: URL): Endpoint => ({
  protocol,
  hostname,
  path,
  ...(port !== '' && { port: Number(port) }),
});
