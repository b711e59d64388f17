/** Parts of the page. */

/** A copy of a template's content. */
export const contentOf = (id: string): DocumentFragment => {
  const { content } = document.getElementById(id) as HTMLTemplateElement;
  return content.cloneNode(true) as DocumentFragment;
};

/** Finds an element that the page or a template must contain. */
export const part = <Kind extends HTMLElement>(within: ParentNode, selector: string): Kind =>
  within.querySelector(selector) as Kind;

/** Finds an element that the page must contain by its id. */
export const find = <Kind extends HTMLElement>(id: string): Kind =>
  document.getElementById(id) as Kind;
