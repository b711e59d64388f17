/** What a command of an operator's tool is. */
import type { Writable } from 'node:stream';
import type { Input } from './input.ts';
import type { IssuingStage } from './options.ts';

/** What a tool uses of its process. */
export interface ToolProcess {
  readonly stdin: Input;
  readonly stdout: Writable;
  readonly stderr: Writable;
  /** Its `AWS_ENDPOINT_URL_…` say where AWS was looked for. */
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** What every command has at hand. */
export interface Circumstances {
  readonly stage: IssuingStage;
  /** The clock, in milliseconds since the epoch. */
  readonly now: () => number;
  /** Says in one line what went wrong. */
  readonly explain: (error: unknown) => string;
  /** Asks the operator whether to go on. */
  readonly confirm: (question: string) => Promise<boolean>;
  /** Whether standard input is a terminal, so that somebody can be asked twice. */
  readonly interactive: boolean;
}

/** What a command shows: to a script, and to a person. */
export interface CommandOutput {
  readonly json: unknown;
  readonly text: string;
  /** What the operator should look at, beside what they asked for. */
  readonly warning?: string;
  /** The id of the key that is shown this once. */
  readonly issued?: string;
}

/** A command. */
export interface Command<Options, Context> {
  /** What it takes besides `--stage` and `--json`; `id` is the word behind its name. */
  readonly takes: readonly (keyof Options)[];
  readonly usage: string;
  readonly summary: string;
  /** Does it. Rejects with an error whose message is for the operator. */
  readonly run: (options: Options, context: Context) => Promise<CommandOutput>;
}

/** Commands by name. */
export type Commands<Options, Context> = Readonly<Record<string, Command<Options, Context>>>;
