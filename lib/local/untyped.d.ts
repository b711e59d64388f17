/** The parts that are used here of packages without types. */
declare module 'dynalite' {
  import type { Server } from 'node:http';

  type Times = 'createTableMs' | 'deleteTableMs' | 'updateTableMs';

  /** Creates an in-memory DynamoDB. The times simulate how long a table is being created, updated or deleted. */
  export default function dynalite(options: Partial<Record<Times, number>>): Server;
}

declare module 'oidc-provider/lib/adapters/memory_adapter.js' {
  import type { AdapterFactory } from 'oidc-provider';

  export const createMemoryAdapter: () => AdapterFactory;
}
