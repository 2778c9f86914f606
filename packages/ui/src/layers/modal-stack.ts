import { useSyncExternalStore } from 'react';

/** The open modal layers, the topmost last. Everything outside of the topmost one is inert. */
let stack: readonly HTMLElement[] = [];
const listeners = new Set<() => void>();

/** Adds an open layer, locks the page's scrolling, and returns the function that removes the layer. */
export function enterModal(element: HTMLElement): () => void {
  change([...stack, element]);
  return () => change(stack.filter((other) => other !== element));
}

/** The layer in which toasts and menus must be rendered to be reachable; null for the page itself. */
export function useTopModal(): HTMLElement | null {
  return useSyncExternalStore(
    subscribe,
    () => stack.at(-1) ?? null,
    () => null,
  );
}

/** Number of open layers, without those that are closing. */
export function openModals(): number {
  return staying().length;
}

/** Asks the topmost layer to close, like the Escape key; one that may not be dismissed stays. */
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
    // Keeps the page in place when its scroll bar disappears.
    if (bar > 0) root.style.paddingInlineEnd = `${bar}px`;
  } else if (next.length === 0 && stack.length > 0) {
    delete root.dataset['scrollLocked'];
    root.style.paddingInlineEnd = '';
  }
  // The page is darkened once for all layers.
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
