/** Types of the part of oidc-provider that is used here. */
declare module 'oidc-provider' {
  import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';

  /** Koa's context, with `oidc` in requests that the provider itself handles. */
  export interface Context {
    readonly req: IncomingMessage;
    readonly res: ServerResponse;
    readonly method: string;
    readonly path: string;
    readonly query: Readonly<Record<string, unknown>>;
    readonly status: number;
    body: unknown;
    set(name: string, value: string): void;
    redirect(url: string): void;
    readonly oidc?: {
      readonly session: { accountId: string };
      readonly entities: { AccessToken?: { accountId: string; clientId: string; scope: string } };
    };
  }

  export type Middleware = (context: Context, next: () => Promise<void>) => Promise<void>;

  /** An OpenID provider, which is a Koa application. */
  export class Provider {
    constructor(issuer: string, configuration: object);
    readonly Grant: new (
      of: object,
    ) => { addOIDCScope(scope: string): void; save(): Promise<string> };
    readonly Session: {
      get(of: Context): Promise<{ accountId?: string; destroy(): Promise<void> }>;
    };
    use(middleware: Middleware): this;
    callback(): RequestListener;
    on(event: 'server_error', listener: (context: Context, error: Error) => void): this;
    interactionDetails(req: IncomingMessage, res: ServerResponse): Promise<unknown>;
    interactionResult(req: IncomingMessage, res: ServerResponse, result: object): Promise<string>;
  }
}

declare module 'oidc-provider/lib/adapters/memory_adapter.js' {
  export const createMemoryAdapter: () => unknown;
}
