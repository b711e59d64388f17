/**
 * `docs/openapi.json`: the description of `prod` in the working tree, so that a reviewer sees what a change does to
 * callers. It has a digest of the changelog's newest entry.
 */
import { createHash } from 'node:crypto';
import { stageNamed } from '../settings/stages.ts';
import { describeApi } from './description.ts';
import type { Description } from './types.ts';

export type Recorded = Description & { readonly 'x-changelog': string };

/** @param changelog - the text of `CHANGELOG.md`. */
export const recordedOf = (changelog: string): Recorded => ({
  ...describeApi(stageNamed('prod'), 'https://api.example.com'),
  'x-changelog': createHash('sha256')
    .update(String(changelog.split(/^## /m)[1]))
    .digest('hex'),
});

const prose = new Set(['summary', 'description', 'example', 'examples']);

/** A JSON replacer that drops texts and sorts members. Under `properties`, names are fields. */
const essence = (key: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(
        Object.entries(value)
          .filter(([name]) => key === 'properties' || !prose.has(name))
          .sort(([one], [other]) => (one < other ? -1 : 1)),
      )
    : value;

/** The surface on which callers' programs depend: the description without texts and examples, as JSON. */
export const surfaceOf = ({ paths, security, components }: Description): string =>
  JSON.stringify({ paths, security, components }, essence);
