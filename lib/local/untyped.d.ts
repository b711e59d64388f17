/** The parts that are used here of packages without types. */
declare module 'dynalite' {
  import type { Server } from 'node:http';

  /** Creates an in-memory DynamoDB. The times simulate how long a table is being created, updated or deleted. */
  export default function dynalite(options: {
    readonly createTableMs?: number;
    readonly deleteTableMs?: number;
    readonly updateTableMs?: number;
  }): Server;
}

declare module 'oidc-provider/lib/adapters/memory_adapter.js' {
  import type { AdapterFactory } from 'oidc-provider';

  export const createMemoryAdapter: () => AdapterFactory;
}
