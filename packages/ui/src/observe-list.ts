export interface ListHandlers {
  onScroll: () => void;
  /** The key of the item that holds the focus, or null when it left. */
  onFocus: (key: string | null) => void;
  /** The scroller has another size; called first, at once. */
  onFit: () => void;
  /** The scroller or an item has another size. */
  onResize: () => void;
}

/** Follows a scroller, and the items of its list as they come and go. Returns what ends it. */
export function observeList(scroller: HTMLElement, list: HTMLElement, handlers: ListHandlers): () => void {
  const { onScroll, onFocus, onFit, onResize } = handlers;
  const onFocusIn = ({ target }: FocusEvent) => {
    const item = target instanceof Element ? target.closest('li') : null;
    // The browser has scrolled to it already; its scroll event comes later than the next press of Tab may.
    onScroll();
    onFocus(item?.dataset['key'] ?? null);
  };
  const onFocusOut = () => onFocus(null);
  const sizes = new ResizeObserver(() => {
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
