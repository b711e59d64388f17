/** What a reference shows. */
import type { Header as DescribedHeader } from '../../openapi/types.ts';
import type { Field } from './described-fields.ts';
import type { Section } from './markdown.ts';

/** A body of JSON. */
export interface Shape {
  readonly name: string;
  readonly fields: readonly Field[];
}

/** A request and its answer. */
export interface Example {
  readonly summary: string;
  /** The body that is sent, if one is. */
  readonly sent: string | undefined;
  readonly answered: unknown;
}

/** What may be answered. */
export interface Answer {
  /** The status, or `other`. */
  readonly status: string;
  /** When, in a sentence of Markdown. */
  readonly when: string;
  /** More about it. */
  readonly more: string;
  /** Its body has one of these. */
  readonly shapes: readonly Shape[];
  readonly examples: readonly Example[];
}

/** An endpoint. */
export interface Operation {
  /** What follows `#` in a link to it, e.g. `rate-limits`. */
  readonly id: string;
  readonly method: string;
  readonly path: string;
  /** What it does, in a sentence of Markdown. */
  readonly does: string;
  /** More about it. */
  readonly more: string;
  readonly experimental: boolean;
  readonly needsKey: boolean;
  readonly request: Shape | undefined;
  readonly success: Answer;
  readonly refusals: readonly Answer[];
}

/** A header of answers. */
export interface Header extends Pick<DescribedHeader, 'description' | 'example'> {
  readonly name: string;
  /** The statuses that have it. */
  readonly statuses: readonly string[];
}

/** All that a reference shows. */
export interface Contents {
  readonly title: string;
  readonly version: string;
  /** The base address of the API. */
  readonly server: string;
  /** What the API does, in Markdown. */
  readonly introduction: string;
  /** The name of the header for the key, and which keys are accepted. */
  readonly key: { readonly header: string; readonly accepted: string };
  readonly operations: readonly Operation[];
  /** What every operation with a body refuses: bodies that fit none of them. */
  readonly misfits: readonly Example[];
  /** The shapes of what is answered in place of a success, and those that they are made of. */
  readonly errorShapes: readonly Shape[];
  readonly headers: readonly Header[];
  /** What holds for all operations. */
  readonly sections: readonly Section[];
}

/** Whether one of some examples says the same as another. */
export const has = (examples: readonly Example[], sought: Example): boolean =>
  examples.some((example) => JSON.stringify(example) === JSON.stringify(sought));
