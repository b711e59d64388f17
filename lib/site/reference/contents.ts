/** The contents of a reference. */
import type { Header as DescribedHeader } from '../../openapi/types.ts';
import type { Field } from './described-fields.ts';
import type { Section } from './markdown.ts';

/** A JSON body. */
export interface Shape {
  readonly name: string;
  readonly fields: readonly Field[];
}

export interface Example {
  readonly summary: string;
  /** The body of the request, if it has one. */
  readonly sent: string | undefined;
  readonly answered: unknown;
}

/** A possible answer. */
export interface Answer {
  /** The status, or `other`. */
  readonly status: string;
  /** When it is sent, in a sentence of Markdown. */
  readonly when: string;
  readonly more: string;
  /** The possible shapes of its body. */
  readonly shapes: readonly Shape[];
  readonly examples: readonly Example[];
}

export interface Operation {
  /** The fragment of a link to it, e.g. `rate-limits`. */
  readonly id: string;
  readonly method: string;
  readonly path: string;
  /** A sentence of Markdown. */
  readonly does: string;
  readonly more: string;
  readonly experimental: boolean;
  readonly needsKey: boolean;
  readonly request: Shape | undefined;
  readonly success: Answer;
  readonly refusals: readonly Answer[];
}

/** A response header. */
export interface Header extends Pick<DescribedHeader, 'description' | 'example'> {
  readonly name: string;
  /** The statuses that have it. */
  readonly statuses: readonly string[];
}

export interface Contents {
  readonly title: string;
  readonly version: string;
  /** The base address of the API. */
  readonly server: string;
  /** Markdown. */
  readonly introduction: string;
  /** The header for the key, and which keys are accepted. */
  readonly key: { readonly header: string; readonly accepted: string };
  readonly operations: readonly Operation[];
  /** The examples of 422 that all operations with a body share. */
  readonly misfits: readonly Example[];
  /** The shapes of errors, and those that they refer to. */
  readonly errorShapes: readonly Shape[];
  readonly headers: readonly Header[];
  /** What holds for all operations. */
  readonly sections: readonly Section[];
}

/** Whether examples include an equal one. */
export const has = (examples: readonly Example[], sought: Example): boolean =>
  examples.some((example) => JSON.stringify(example) === JSON.stringify(sought));
