/** Markup, made of texts that can't become markup. */

/** A piece of markup. */
export interface Html {
  readonly markup: string;
}

/** What may stand in a piece of markup: text, other pieces, or nothing. */
export type Part = string | number | undefined | false | Html | readonly Part[];

/** The characters that mean something in markup, and what stands for each (HTML Standard, section 13.3). */
const references: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};

const markupOf = (part: Part): string => {
  if (part === undefined || part === false) return '';
  if (Array.isArray(part)) return part.map(markupOf).join('');
  if (typeof part === 'object') return (part as Html).markup;
  return String(part).replace(/[&<>"]/g, (sign) => String(references[sign]));
};

/**
 * A template for markup. Text that is put in stays text, between tags and in an attribute's double quotes alike.
 *
 * @example html`<a href="${address}">${name}</a>`
 */
export const html = (template: TemplateStringsArray, ...parts: readonly Part[]): Html => ({
  markup: String.raw({ raw: template }, ...parts.map(markupOf)),
});
