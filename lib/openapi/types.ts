/**
 * The parts of OpenAPI that the description is made of.
 *
 * See https://spec.openapis.org/oas/v3.1.1.html
 */
import type { JsonSchema } from '@valibot/to-json-schema';
import type { HeaderDocumentation } from '../../functions/endpoint.ts';
import type { ApiEndpoint } from '../settings/endpoints.ts';

/** A pointer to a component, e.g. `#/components/headers/Retry-After`. */
export interface Reference {
  readonly $ref: string;
}

/** An example, with what the service was sent for it where the request stands nowhere else. */
export interface Example {
  readonly summary: string;
  readonly value: unknown;
  /** The body of the request, as it was sent: it need not be JSON. */
  readonly 'x-request-body'?: string;
}

/** One of several schemas. */
export interface AnyOf {
  readonly anyOf: readonly Reference[];
}

/** A body of JSON. */
export interface JsonContent<Schema = Reference> {
  readonly 'application/json': {
    readonly schema: Schema;
    readonly examples: Readonly<Record<string, Example>>;
  };
}

/** A header of a response. */
export type Header = HeaderDocumentation;

/** An endpoint with what callers read about it. */
export type DocumentedEndpoint = Omit<ApiEndpoint, 'documentation'> & {
  readonly documentation: ReturnType<ApiEndpoint['documentation']>;
};

/** A response. */
export interface Response {
  readonly description: string;
  readonly headers: Readonly<Record<string, Header | Reference>>;
  readonly content: JsonContent<Reference | AnyOf>;
}

/** What can be done at a path with a method. */
export interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly tags: readonly string[];
  /** Empty where no key is needed; where absent, the description's own holds. */
  readonly security?: readonly [];
  readonly requestBody?: { readonly required: true; readonly content: JsonContent };
  /** By status code, and `default`. */
  readonly responses: Readonly<Record<string, Response | Reference>>;
  /** Whether its results may change from call to call and from version to version. */
  readonly 'x-experimental'?: true;
}

/** What is said of the API as a whole. */
export interface Info {
  readonly title: string;
  readonly version: string;
  readonly summary: string;
  /** Markdown: what the API does, and under headings what holds for all operations. */
  readonly description: string;
  readonly contact: { readonly name: string };
  readonly license: { readonly name: string; readonly identifier: string };
}

/** How a caller shows who they are: by a key in a header. */
export interface KeyScheme {
  readonly type: 'apiKey';
  readonly in: 'header';
  /** The header's name. */
  readonly name: string;
  readonly description: string;
}

/** A whole description. */
export interface Description {
  readonly openapi: string;
  readonly info: Info;
  readonly servers: readonly { readonly url: string; readonly description: string }[];
  readonly security: readonly Readonly<Record<string, readonly []>>[];
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  /** By path, then by method in lower case. */
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly securitySchemes: { readonly ApiKey: KeyScheme };
    readonly schemas: Readonly<Record<string, JsonSchema>>;
    readonly headers: Readonly<Record<string, Header>>;
    readonly responses: Readonly<Record<string, Response>>;
  };
}
