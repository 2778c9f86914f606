export interface ListHandlers {
  onScroll: () => void;
  /** Called with the key of the focused item; null when the focus has left the list. */
  onFocus: (key: string | null) => void;
  /** Called first, synchronously, and when the scroller's size has changed. */
  onFit: () => void;
  /** Called when the size of the scroller or an item has changed. */
  onResize: () => void;
}

/** Whether an element has a box. While the page is printed, a list may have none, and keeps its place for the screen. */
export const hasBox = (element: HTMLElement) => element.clientWidth > 0;

/** Observes a scroller, and the items of its list as they are added and removed. Returns the function that stops it. */
export function observeList(scroller: HTMLElement, list: HTMLElement, handlers: ListHandlers): () => void {
  const { onFocus, onFit, onResize } = handlers;
  const onScroll = () => {
    if (hasBox(scroller)) handlers.onScroll();
  };
  const onFocusIn = ({ target }: FocusEvent) => {
    const item = target instanceof Element ? target.closest('li') : null;
    // The browser has already scrolled to it, but its scroll event may come after the next press of Tab.
    onScroll();
    onFocus(item?.dataset['key'] ?? null);
  };
  const onFocusOut = () => onFocus(null);
  const sizes = new ResizeObserver(() => {
    if (!hasBox(scroller)) return;
    onFit();
    onResize();
  });
  onFit();
  onScroll();
  sizes.observe(scroller);
  for (const item of list.children) sizes.observe(item);
  const entries = new MutationObserver((changes) => {
    for (const { addedNodes, removedNodes } of changes) {
      for (const node of addedNodes) if (node instanceof Element) sizes.observe(node);
      for (const node of removedNodes) if (node instanceof Element) sizes.unobserve(node);
    }
  });
  entries.observe(list, { childList: true });
  scroller.addEventListener('scroll', onScroll, { passive: true });
  list.addEventListener('focusin', onFocusIn);
  list.addEventListener('focusout', onFocusOut);
  return () => {
    scroller.removeEventListener('scroll', onScroll);
    list.removeEventListener('focusin', onFocusIn);
    list.removeEventListener('focusout', onFocusOut);
    sizes.disconnect();
    entries.disconnect();
  };
}
