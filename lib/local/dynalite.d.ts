/** The part of dynalite that is used here; it ships no types. */
declare module 'dynalite' {
  import type { Server } from 'node:http';

  /** Creates a DynamoDB in memory. Times are how long tables stay in between two states. */
  export default function dynalite(options: {
    readonly createTableMs?: number;
    readonly deleteTableMs?: number;
    readonly updateTableMs?: number;
  }): Server;
}
