export type Content = readonly (string | Node)[];

/** Creates an element. Its text is never parsed as markup. */
export const element = (name: string, className: string, ...content: Content): HTMLElement => {
  const node = document.createElement(name);
  node.className = className;
  node.append(...content);
  return node;
};
