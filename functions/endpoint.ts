/**
 * What an endpoint says about itself: the exports of `functions/<name>/endpoint.ts`. `functions/endpoints.ts`
 * lists the endpoints. Everything else derives from the two: routes, permissions, environment variables, the
 * local server and the API's description.
 */
import type * as v from 'valibot';
import type { Plan } from './quota/window.ts';
import type { AccountVariable } from './settings/account-settings.ts';

/** Who may call an endpoint, and at what price. */
export type Access =
  /** Anyone, without a key. */
  | 'open'
  /** The holder of an accepted key. */
  | 'keyed'
  /** The holder of an accepted key, for one slot of the key's window. */
  | 'counted'
  /**
   * The holder of an account, by an access token of the stage's sign-in. These endpoints belong to the
   * dashboard: they are not part of the API, and exist only on stages with accounts.
   */
  | 'account';

/** How an endpoint is reached. */
export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: `/${string}`;
  readonly access: Access;
  /** Whether it answers `HEAD`, too: uptime monitors send it. */
  readonly head?: true;
  /** Whether it calls the stage's emphasis model. */
  readonly asksModel?: true;
}

/** What can be done with a table. */
export type TableAction = 'GetItem' | 'PutItem' | 'UpdateItem' | 'Query' | 'Scan';

/**
 * What an endpoint does with each table. Its role allows this and no more. Only stages with accounts have the
 * table `accounts`.
 */
export type TableActions = Readonly<Partial<Record<'quota' | 'accounts', readonly TableAction[]>>>;

/** What an account endpoint depends on. Its permissions and environment variables follow from it. */
export interface Needs {
  readonly tables: TableActions;
  /** What it reads of the stage's settings, besides what its tables and the user pool need. */
  readonly settings?: readonly Exclude<
    AccountVariable,
    'ACCOUNT_TABLE' | 'QUOTA_TABLE' | 'USER_POOL'
  >[];
  /** The actions of Cognito that it calls on the user pool. */
  readonly userPool?: readonly ('AdminDeleteUser' | 'AdminDisableUser')[];
}

/** An endpoint of the dashboard. */
export interface AccountEndpointModule {
  readonly route: Route & { readonly access: 'account' };
  readonly needs: Needs;
}

/**
 * An endpoint of the API. Only the description uses `response` and `documentation`: they are functions, so that
 * esbuild leaves them out of the bundles.
 */
export interface ApiEndpointModule {
  readonly route: Route & { readonly access: Exclude<Access, 'account'> };
  /** The request body; absent for an endpoint that reads none. */
  readonly request?: v.GenericSchema;
  /** Returns the schema of the response body. */
  readonly response: () => v.GenericSchema;
  /** Its examples show the given plan. */
  readonly documentation: (plan: Plan) => Documentation<v.GenericSchema | undefined>;
}

/** What callers read about an endpoint of the API. */
export interface Documentation<
  Request extends v.GenericSchema | undefined = undefined,
  Response extends () => v.GenericSchema = () => v.GenericSchema,
> {
  readonly tag: 'Text' | 'Service';
  /** What it does, in Markdown. The first sentence says it in a line. */
  readonly description: string;
  readonly experimental?: true;
  readonly request?: RequestDocumentation<Request>;
  readonly response: ResponseDocumentation;
  /** Requests with their responses, by the example's name. */
  readonly examples: Readonly<Record<string, Example<Request, Response>>>;
}

/** What callers read about a request body. */
export interface RequestDocumentation<Request extends v.GenericSchema | undefined> {
  /** The schema's name in the description. */
  readonly schema: string;
  readonly fields: FieldsOf<Request>;
  /** Bodies that it rejects with 422, besides those that every endpoint rejects. */
  readonly invalid: readonly (readonly [summary: string, body: string])[];
}

/** What callers read about a response body. */
export interface ResponseDocumentation {
  /** The schema's name in the description. */
  readonly schema: string;
  /** The headers that only this endpoint's success has. */
  readonly headers?: Readonly<Record<string, HeaderDocumentation>>;
}

/** A header of a response, as OpenAPI describes it. */
export interface HeaderDocumentation {
  readonly description: string;
  readonly required: boolean;
  readonly schema: {
    readonly type: 'string' | 'integer';
    readonly format?: string;
    readonly pattern?: string;
    readonly minimum?: number;
    readonly maximum?: number;
    readonly maxLength?: number;
  };
  readonly example: string | number;
}

/** What callers read about a field of a request body, beyond its schema. */
export interface FieldDocumentation {
  readonly description: string;
  readonly maxLength?: number;
}

/** Each field of a request body. */
type FieldsOf<Request extends v.GenericSchema | undefined> = Request extends v.GenericSchema
  ? { readonly [Field in keyof v.InferInput<Request>]-?: FieldDocumentation }
  : Readonly<Record<never, never>>;

/** A request and its response. */
interface Example<
  Request extends v.GenericSchema | undefined,
  Response extends () => v.GenericSchema,
> {
  readonly summary: string;
  /** The body that is sent. */
  readonly request?: Request extends v.GenericSchema ? v.InferInput<Request> : never;
  /** The body that is answered. */
  readonly response: v.InferOutput<ReturnType<Response>>;
}
