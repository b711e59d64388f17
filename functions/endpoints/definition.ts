/**
 * What `functions/endpoints/<name>/endpoint.ts` exports. Routes, permissions, environment variables, the local server
 * and the API's description derive from the list of these modules, `functions/endpoints/list.ts`.
 */
import type * as v from 'valibot';
import type { Needs } from '../environment/environment.ts';
import type { Plan } from '../quota/window.ts';

/** Who may call an endpoint of the API. */
export type ApiAccess =
  /** Anyone. */
  | 'open'
  /** The holder of an accepted key. */
  | 'keyed'
  /** The holder of an accepted key, for one slot of the key's window. */
  | 'counted';

export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: `/${string}`;
  /** Whether it also answers `HEAD`, which uptime monitors send. */
  readonly head?: true;
}

/**
 * An endpoint of the dashboard, for the holder of an account with an access token of the stage's sign-in. It is not
 * part of the API, and exists only on stages with accounts.
 */
export interface AccountEndpointModule {
  readonly route: Route;
  readonly needs: Needs;
}

/**
 * An endpoint of the API. `response` and `documentation` are functions so that esbuild leaves them out of the
 * bundles: only the description needs them.
 */
export interface ApiEndpointModule {
  readonly route: Route & { readonly access: ApiAccess };
  readonly needs: Needs;
  /** The request body; absent for an endpoint that reads none. */
  readonly request?: v.GenericSchema;
  readonly response: () => v.GenericSchema;
  /** Documents the endpoint, with examples on the given plan. */
  readonly documentation: (plan: Plan) => Documentation<v.GenericSchema | undefined>;
}

/** What callers read about an endpoint of the API. */
export interface Documentation<
  Request extends v.GenericSchema | undefined = undefined,
  Response extends () => v.GenericSchema = () => v.GenericSchema,
> {
  readonly tag: 'Text' | 'Service';
  /** Markdown. The first sentence is a summary. */
  readonly description: string;
  readonly experimental?: true;
  readonly request?: {
    /** The schema's name in the description. */
    readonly schema: string;
    readonly fields: FieldsFor<Request>;
    /** Bodies that it rejects, besides those that every endpoint rejects. */
    readonly invalid: readonly (readonly [summary: string, body: string])[];
  };
  /** The name of the response's schema in the description. */
  readonly response: { readonly schema: string };
  /** The examples, by their names. */
  readonly examples: Readonly<Record<string, EndpointExample<Request, Response>>>;
}

/** What callers read about a field of a request body, beyond its schema. */
export interface FieldDocumentation {
  readonly description: string;
  readonly maxLength?: number;
}

type FieldsFor<Request extends v.GenericSchema | undefined> = Request extends v.GenericSchema
  ? { readonly [Field in keyof v.InferInput<Request>]-?: FieldDocumentation }
  : Readonly<Record<never, never>>;

interface EndpointExample<
  Request extends v.GenericSchema | undefined,
  Response extends () => v.GenericSchema,
> {
  readonly summary: string;
  readonly request?: Request extends v.GenericSchema ? v.InferInput<Request> : never;
  readonly response: v.InferOutput<ReturnType<Response>>;
}
