/** Writes the shortcut that sends as an Apple keyboard has it, where the visitor has one. */
export const nameShortcut = (): void => {
  if (!/^(?:Mac|iP)/.test(navigator.platform)) return;
  for (const hint of document.querySelectorAll('kbd')) hint.textContent = '⌘↵';
};
