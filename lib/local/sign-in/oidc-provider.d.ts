/** Types of the part of oidc-provider that is used here. */
declare module 'oidc-provider' {
  import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';

  /** Koa's context. */
  export interface Context {
    readonly req: IncomingMessage;
    readonly res: ServerResponse;
    readonly method: string;
    readonly path: string;
    readonly query: Readonly<Record<string, string | string[] | undefined>>;
    status: number;
    type: string;
    body: unknown;
    set(name: string, value: string): void;
    redirect(url: string): void;
    /** Set in requests that the provider itself handles. */
    readonly oidc?: {
      readonly provider: Provider;
      readonly client: { readonly clientId: string };
      readonly session: { readonly accountId: string };
      readonly entities: { readonly AccessToken?: AccessToken };
    };
  }

  export type Middleware = (context: Context, next: () => Promise<void>) => Promise<void>;

  export interface AccessToken {
    readonly accountId: string;
    readonly clientId: string;
    readonly scope: string;
  }

  export interface Grant {
    addOIDCScope(scope: string): void;
    save(): Promise<string>;
  }

  export interface Session {
    readonly accountId?: string;
    destroy(): Promise<void>;
  }

  export interface Account {
    readonly accountId: string;
    claims(): Promise<Readonly<Record<string, string>>>;
  }

  /** The options with functions, and others. */
  export interface Configuration {
    readonly clientBasedCORS: (context: Context, origin: string) => boolean;
    readonly findAccount: (context: Context, id: string) => Account | undefined;
    readonly interactions: { readonly url: (context: Context, of: { uid: string }) => string };
    readonly loadExistingGrant: (context: Context) => Promise<Grant>;
    readonly renderError: (context: Context, error: Readonly<Record<string, string>>) => void;
    readonly [option: string]: unknown;
  }

  /** An OpenID provider, which is a Koa application. */
  export class Provider {
    constructor(issuer: string, configuration: Configuration);
    readonly Grant: new (of: {
      accountId: string;
      clientId: string;
    }) => Grant;
    readonly Session: { get(context: Context): Promise<Session> };
    use(middleware: Middleware): this;
    callback(): RequestListener;
    on(event: 'server_error', listener: (context: Context, error: Error) => void): this;
    interactionDetails(request: IncomingMessage, response: ServerResponse): Promise<unknown>;
    interactionResult(
      request: IncomingMessage,
      response: ServerResponse,
      result: { readonly login: { readonly accountId: string } },
    ): Promise<string>;
  }
}

declare module 'oidc-provider/lib/adapters/memory_adapter.js' {
  export const createMemoryAdapter: () => unknown;
}
