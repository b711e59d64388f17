/** What callers read about the endpoints that take a text. Functions, so that no bundle carries it. */
import type {
  FieldDocumentation,
  RequestDocumentation,
  ResponseDocumentation,
} from '../endpoint.ts';
import { maxCharactersText } from '../http/body-size.ts';
import { longestText } from '../http/response-fields.ts';
import type { textRequest } from './capitalization.ts';

/** The field `text`. Its schema has no maximum, since the size of the body is checked before. */
export const textField = (): FieldDocumentation => ({
  description: `The text: at least one character. The whole body has at most ${maxCharactersText} characters, or the answer is 413.`,
  maxLength: longestText,
});

/** The request of an endpoint that takes nothing but a text. */
export const textRequestDocumentation = (): RequestDocumentation<typeof textRequest> => ({
  schema: 'TextRequest',
  fields: { text: textField() },
  invalid: [],
});

/** The response of an endpoint that changes the case of a text. */
export const capitalizationDocumentation: ResponseDocumentation = { schema: 'Capitalization' };

/** How case is changed. */
export const caseMapping =
  "Case is changed by Unicode's full mappings, the same in every language: one character may become several.";
