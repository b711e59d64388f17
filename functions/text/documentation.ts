/** Documentation shared by the endpoints that take a text. Functions, so that esbuild drops them from bundles. */
import type {
  FieldDocumentation,
  RequestDocumentation,
  ResponseDocumentation,
} from '../endpoints/definition.ts';
import { maxCharactersText } from '../http/body-size.ts';
import { longestText } from '../http/response-fields.ts';
import type { textRequest } from './capitalization.ts';

/** The schema of `text` has no maximum, since the size of the body is checked first. */
export const textField = (): FieldDocumentation => ({
  description: `The text: at least one character. A body of more than ${maxCharactersText} characters gets 413.`,
  maxLength: longestText,
});

export const textRequestDocumentation = (): RequestDocumentation<typeof textRequest> => ({
  schema: 'TextRequest',
  fields: { text: textField() },
  invalid: [],
});

export const capitalizationDocumentation: ResponseDocumentation = { schema: 'Capitalization' };

export const caseMapping =
  "Case is changed by Unicode's full mappings, regardless of language: one character may become several.";
