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
  stack = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
