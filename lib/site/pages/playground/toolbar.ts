/**
 * Makes buttons one stop of the Tab key, with the arrow keys, Home and End between them (WAI-ARIA Authoring
 * Practices, toolbar pattern).
 */
export const toolbar = (element: HTMLElement): void => {
  const buttons = [...element.querySelectorAll('button')];
  const setStop = (stop?: HTMLButtonElement) => {
    for (const button of buttons) button.tabIndex = button === stop ? 0 : -1;
  };
  element.addEventListener('focusin', ({ target }) => setStop(target as HTMLButtonElement));
  element.addEventListener('keydown', (event) => {
    const shown = buttons.filter(({ hidden }) => !hidden);
    const at = shown.indexOf(document.activeElement as HTMLButtonElement);
    const next = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: -1 }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    shown.at(next % shown.length)?.focus();
  });
  setStop(buttons[0]);
};
