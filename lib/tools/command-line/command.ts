/** What the operator's tools share. */
import type { Writable } from 'node:stream';
import type { Input } from './input.ts';

/** What a tool uses of its process. */
export interface ToolProcess {
  readonly stdin: Input;
  readonly stdout: Writable;
  readonly stderr: Writable;
  /** `AWS_ENDPOINT_URL_…` in it replace AWS's own addresses. */
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** The result of a command. */
export interface CommandOutput {
  readonly json: unknown;
  readonly text: string;
  /** The id of a key that the result shows once. */
  readonly issued?: string;
}
