export type Content = readonly (string | Node)[];

/** Creates an element. Its text is never parsed as markup. */
export const element = (name: string, className: string, ...content: Content): HTMLElement => {
  const made = document.createElement(name);
  made.className = className;
  made.append(...content);
  return made;
};
