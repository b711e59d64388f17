/** What an element may hold. */
export type Content = readonly (string | Node)[];

/** Makes an element. Text in it is text, whatever it looks like. */
export const element = (name: string, className: string, ...content: Content): HTMLElement => {
  const made = document.createElement(name);
  made.className = className;
  made.append(...content);
  return made;
};
