/** Parts of the page that are created from templates. */

export const fromTemplate = <Kind extends HTMLElement>(id: string): Kind => {
  const { content } = document.getElementById(id) as HTMLTemplateElement;
  return content.firstElementChild?.cloneNode(true) as Kind;
};

/** Finds an element that the page or a template must contain. */
export const part = <Kind extends HTMLElement>(within: ParentNode, selector: string): Kind =>
  within.querySelector(selector) as Kind;
