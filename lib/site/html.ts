/** Templates for HTML that escape all texts. */
import { escapeHtml } from '../../functions/site/escape-html.ts';

export interface Html {
  readonly markup: string;
}

/** Text, other pieces, or nothing. */
export type Part = string | number | undefined | false | Html | readonly Part[];

const toMarkup = (part: Part): string => {
  if (part === undefined || part === false) return '';
  if (Array.isArray(part)) return part.map(toMarkup).join('');
  if (typeof part === 'object') return (part as Html).markup;
  return escapeHtml(String(part));
};

/**
 * A template for HTML. Inserted texts are escaped, between tags and in double-quoted attributes.
 *
 * @example html`<a href="${address}">${name}</a>`
 */
export const html = (template: TemplateStringsArray, ...parts: readonly Part[]): Html => ({
  markup: String.raw({ raw: template }, ...parts.map(toMarkup)),
});
