/** The parts of OpenAPI that the description uses, https://spec.openapis.org/oas/v3.1.1.html, and how they are made. */
import type { JsonSchema } from '@valibot/to-json-schema';
import type { ApiEndpoint } from '../settings/endpoints.ts';

/** E.g. `#/components/headers/Retry-After`. */
export interface ReferenceObject {
  readonly $ref: string;
}

export interface ExampleObject {
  readonly summary: string;
  readonly value: unknown;
  /** For an error: the raw request body, which need not be JSON. */
  readonly 'x-request-body'?: string;
}

export interface JsonContent {
  readonly 'application/json': {
    readonly schema: ReferenceObject;
    readonly examples: Readonly<Record<string, ExampleObject>>;
  };
}

export interface HeaderObject {
  readonly description: string;
  readonly required?: true;
  readonly schema: JsonSchema;
  readonly example: string | number;
}

export type DocumentedEndpoint = Omit<ApiEndpoint, 'documentation'> & {
  readonly documentation: ReturnType<ApiEndpoint['documentation']>;
};

export interface ResponseObject {
  readonly description: string;
  readonly headers: Readonly<Record<string, HeaderObject | ReferenceObject>>;
  readonly content: JsonContent;
}

export interface OperationObject {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly tags: readonly string[];
  /** Empty if no key is needed; absent if the description's own applies. */
  readonly security?: readonly [];
  readonly requestBody?: { readonly required: true; readonly content: JsonContent };
  /** By status code, and `default`. */
  readonly responses: Readonly<Record<string, ResponseObject | ReferenceObject>>;
  /** Results may differ between calls and versions. */
  readonly 'x-experimental'?: true;
}

export const schemaReference = (name: string): ReferenceObject => ({
  $ref: `#/components/schemas/${name}`,
});

export const componentName = ({ $ref = '' }: { readonly $ref?: string | undefined }): string =>
  String($ref.split('/').at(-1));

/** Returns a part of a description, or the component that it refers to. */
export const resolve = <Component extends object>(
  components: Readonly<Record<string, Component>>,
  part: Component | ReferenceObject,
): Component => ('$ref' in part ? (components[componentName(part)] as Component) : part);

export const mapValues = <From, To>(
  record: Readonly<Record<string, From>>,
  change: (value: From, name: string) => To,
): Record<string, To> =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value, name)]));
