/** Parts of the page that come and go: each is made of its template, and is gone with all that was in it. */

/** Makes what stands in a template. */
export const fromTemplate = <Kind extends HTMLElement>(id: string): Kind => {
  const { content } = document.getElementById(id) as HTMLTemplateElement;
  return content.firstElementChild?.cloneNode(true) as Kind;
};

/** Finds what the page or a template says is there. */
export const part = <Kind extends HTMLElement>(within: ParentNode, selector: string): Kind =>
  within.querySelector(selector) as Kind;
