import type { ColumnLayout, ItemSizes } from './column-layout.ts';

/** The first visible item, whose position must not change by itself. */
export interface Anchor {
  readonly key: string;
  readonly index: number;
  /** Distance of its top from the scroller's, px. */
  readonly offset: number;
  /** The scroll position at that time, px. */
  readonly scrollTop: number;
}

/** The anchor at a scroll position; null in an empty list. */
export function anchorAt<T>(
  scrollTop: number,
  { tops }: ColumnLayout,
  { heights }: ItemSizes,
  items: readonly T[],
  keyOf: (item: T) => string,
): Anchor | null {
  // There is a height and a top for each item.
  const index = tops.findIndex((top, at) => top + (heights[at] ?? 0) > scrollTop);
  const item = items[index];
  return item === undefined ? null : { key: keyOf(item), index, offset: (tops[index] ?? 0) - scrollTop, scrollTop };
}

/**
 * Scrolls so that the anchor's distance from the top stays the same. A scroll that was not reported yet, for example to
 * a focused item, is kept; one that only results from a shorter list is not.
 */
export function restoreAnchor<T>(
  box: HTMLElement,
  anchor: Anchor,
  { tops }: ColumnLayout,
  items: readonly T[],
  keyOf: (item: T) => string,
): void {
  const here = items[anchor.index];
  const unmoved = here !== undefined && keyOf(here) === anchor.key;
  const index = unmoved ? anchor.index : items.findIndex((item) => keyOf(item) === anchor.key);
  const end = box.scrollHeight - box.clientHeight;
  const clamped = box.scrollTop < anchor.scrollTop && box.scrollTop >= end - 1;
  const scrolled = clamped ? 0 : box.scrollTop - anchor.scrollTop;
  // Without the item (-1) nothing is scrolled.
  const wanted = (tops[index] ?? 0) - anchor.offset + scrolled;
  if (index >= 0 && Math.abs(wanted - box.scrollTop) >= 1) box.scrollTop = wanted;
}
