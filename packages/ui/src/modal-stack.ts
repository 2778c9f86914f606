import { useSyncExternalStore } from 'react';

/** Modal layers now open, the topmost last. Everything outside the topmost one is inert. */
let stack: readonly HTMLElement[] = [];
const listeners = new Set<() => void>();

/** Puts an open layer on the stack, locks the page's scrolling, and returns how to take it off again. */
export function enterModal(element: HTMLElement): () => void {
  change([...stack, element]);
  return () => change(stack.filter((other) => other !== element));
}

/** The layer in which toasts and menus must be drawn to be reachable, or null for the page itself. */
export function useTopModal(): HTMLElement | null {
  return useSyncExternalStore(
    subscribe,
    () => stack.at(-1) ?? null,
    () => null,
  );
}

/** How many layers are open, without one that is moving out. */
export function openModals(): number {
  return staying().length;
}

/** Asks the topmost open layer to close, as the Escape key does; one that may not be dismissed stays. */
export function cancelTopModal(): void {
  staying()
    .at(-1)
    ?.dispatchEvent(new Event('cancel', { cancelable: true }));
}

/** Calls back when a layer has opened or closed. */
export const onModalChange = subscribe;

function staying(): readonly HTMLElement[] {
  return stack.filter(({ dataset }) => dataset['leaving'] === undefined);
}

function change(next: readonly HTMLElement[]): void {
  const root = document.documentElement;
  if (next.length > 0 && stack.length === 0) {
    const bar = window.innerWidth - root.clientWidth;
    root.dataset['scrollLocked'] = '';
    // The page does not jump when its scroll bar goes.
    if (bar > 0) root.style.paddingInlineEnd = `${bar}px`;
  } else if (next.length === 0 && stack.length > 0) {
    delete root.dataset['scrollLocked'];
    root.style.paddingInlineEnd = '';
  }
  // The page is darkened once, however many layers lie on it.
  for (const [place, element] of next.entries()) {
    element.toggleAttribute('data-above', place > 0);
    element.toggleAttribute('data-below', place < next.length - 1);
  }
  stack = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
