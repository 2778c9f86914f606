/** Removes the name that react-aria gives to a popup without a role, where ARIA forbids one; the menu inside has its own. */
export function unname(popup: HTMLElement | null): void {
  popup?.removeAttribute('aria-labelledby');
}
