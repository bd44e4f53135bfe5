/** Where the keyboard goes on after something has vanished from under it. */
export const focused = (node: HTMLElement): void => node.focus();

/** The same, only if the focus has been lost. */
export const rescue = (node: HTMLElement | undefined): void => {
  // A board keeps the focus when what was picked on it is gone.
  if (!document.activeElement || document.activeElement.matches('body, .board')) node?.focus();
};
