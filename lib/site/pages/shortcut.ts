/** Shows the shortcut for sending with Apple's keys on Apple devices. */
export const nameShortcut = (): void => {
  if (!/^(?:Mac|iP)/.test(navigator.platform)) return;
  for (const hint of document.querySelectorAll('kbd')) hint.textContent = '⌘↵';
};
