/** References to the components of a description. */
import type { AnyOf, Reference } from './types.ts';

export const schemaReference = (name: string): Reference => ({
  $ref: `#/components/schemas/${name}`,
});

/** The schemas of which a body must match one. */
export const alternatives = (schema: Reference | AnyOf): readonly Reference[] =>
  'anyOf' in schema ? schema.anyOf : [schema];

/** The name of a referenced component. */
export const nameOf = ({ $ref = '' }: { readonly $ref?: string | undefined }): string =>
  String($ref.split('/').at(-1));

/** A part of a description, or the component that it refers to. */
export const resolve = <Component extends object>(
  components: Readonly<Record<string, Component>>,
  part: Component | Reference,
): Component => ('$ref' in part ? (components[nameOf(part)] as Component) : part);
