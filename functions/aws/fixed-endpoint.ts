import type { EndpointV2 } from '@smithy/types';

/** A part of a client's settings. */
interface FixedEndpoint {
  readonly endpointProvider?: () => EndpointV2;
}

/**
 * Makes a client call the address given. That the client would find by itself, too, but anew for each
 * command: among the variables, and by rules for all that an endpoint can depend on.
 *
 * @param address - Without one, the rules choose.
 */
export const fixedEndpoint = (address: string | undefined): FixedEndpoint => {
  let endpoint: EndpointV2 | undefined;
  if (!address) return {};
  return {
    endpointProvider: () => {
      endpoint ??= { url: new URL(address) };
      return endpoint;
    },
  };
};
