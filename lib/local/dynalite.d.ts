/** The part of dynalite that is used here; it ships no types. */
declare module 'dynalite' {
  import type { Server } from 'node:http';

  /** Creates an in-memory DynamoDB. The times simulate how long a table is being created, updated or deleted. */
  export default function dynalite(options: {
    readonly createTableMs?: number;
    readonly deleteTableMs?: number;
    readonly updateTableMs?: number;
  }): Server;
}
