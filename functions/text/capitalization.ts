import type { CapitalizationResponse } from '../http/responses.ts';
import type { CaseMapping } from './case.ts';

/** The response for a text whose case was changed. `suffix` is appended to it, and not counted. */
export const capitalization = (
  original: string,
  { result, changed }: CaseMapping,
  suffix = '',
): CapitalizationResponse => ({
  original,
  result: result + suffix,
  characters_amplified: changed,
});
