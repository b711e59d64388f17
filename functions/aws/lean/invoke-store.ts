/**
 * Replaces `@aws/lambda-invoke-store` in the bundles, of which the SDK wants the id of the invocation's
 * trace. Lambda's runtime makes the store before it loads a function; the package could make another one.
 *
 * It exports what the SDK imports from there.
 */
import type * as Replaced from '@aws/lambda-invoke-store';

/** Where Lambda's runtime puts its store. */
const runtime = globalThis as { readonly awslambda?: { readonly InvokeStore?: InvokeStore } };

/** A store, as far as the SDK asks it. */
type InvokeStore = Pick<Replaced.InvokeStoreBase, 'getXRayTraceId' | 'getTraceparent'>;

/** Finds the store: `undefined` where there is none, and then the SDK looks at the environment. */
export const InvokeStore = {
  getInstanceAsync: async (): Promise<InvokeStore | undefined> => runtime.awslambda?.InvokeStore,
};
