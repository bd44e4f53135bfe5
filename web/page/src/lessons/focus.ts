/** Where the keyboard goes on after something has vanished from under it. */
export const focused = (node: HTMLElement): void => node.focus();

/** The same, only if the focus has been lost. */
export const rescue = (node: HTMLElement | undefined): void => {
  if (!document.activeElement || document.activeElement === document.body) node?.focus();
};
