import { type ReactNode, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { classNames } from './class-names.ts';
import { type ColumnLayout, columnsKept, ItemSizes, itemsWithin, layOut } from './column-layout.ts';
import styles from './windowed-columns.module.css';

/** What is drawn above and below the visible part, px; more than a fast flick moves in a frame. */
const beyond = 600;
/** The window follows the scrolling in steps of this size, px. */
const step = 200;

export interface WindowedColumnsProps<T extends object> {
  /** Name of the list. */
  label: string;
  items: readonly T[];
  keyOf: (item: T) => string;
  /** How high an item will be in a column of that width, px, until it has been drawn. */
  guess: (item: T, width: number) => number;
  /** Least width of a column, px: as many stand side by side as there is room for. */
  columnWidth: number;
  gap: number;
  /** When it changes, the list begins anew at its top. */
  beginning: unknown;
  /** Leaves the wheel and the finger to the page for now. */
  still?: boolean | undefined;
  children: (item: T) => ReactNode;
  className?: string | undefined;
}

/**
 * A scrolling list in columns of which only what is near the window is in the document. Items have any height, and
 * may change it; whoever reads stays where they are while those above are measured.
 */
export function WindowedColumns<T extends object>({
  label,
  items,
  keyOf,
  guess,
  columnWidth,
  gap,
  beginning,
  still = false,
  children,
  className,
}: WindowedColumnsProps<T>) {
  const scroller = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const [measures, setMeasures] = useState(0);
  const [view, setView] = useState({ from: 0, height: 1_000, scrolled: false });
  /** How many columns, how wide, and how high items are in them, as drawn or as guessed. */
  const [{ count, width, measured, guessed }, setColumns] = useState(() => columnsOf<T>(1, columnWidth));
  /** The item that has the focus stays in the document wherever one scrolls. */
  const [held, setHeld] = useState<string | null>(null);
  const [begun, setBegun] = useState(() => newBeginning(beginning, count, items));
  if (begun.beginning !== beginning || begun.count !== count) setBegun(newBeginning(beginning, count, items));
  else if (begun.items !== items) {
    const kept = columnsKept(begun.drawn, begun.items.map(keyOf), items.map(keyOf), view.scrolled);
    setBegun({ ...begun, items, drawn: kept });
  }
  const { drawn, seen } = begun;
  const sizes = useMemo(() => {
    const known = new ItemSizes(items.length);
    for (const [index, item] of items.entries()) {
      const key = keyOf(item);
      known.resize(index, measured.get(key) ?? guessOnce(item, guessed, width, guess));
      const column = drawn.get(key);
      if (column !== undefined) known.pin(index, column);
    }
    return known;
  }, [items, width, measured, guessed, drawn, keyOf, guess]);
  // `measures` tells when the sizes have changed.
  // oxlint-disable-next-line react-hooks/exhaustive-deps
  const layout = useMemo(() => layOut(sizes, count, gap), [sizes, count, gap, measures]);

  const reach = seen ? beyond : 0;
  const near = itemsWithin(layout, sizes, view.from - reach, view.from + view.height + reach);
  const heldAt = held === null ? -1 : items.findIndex((item) => keyOf(item) === held);
  const shown = heldAt < 0 || near.includes(heldAt) ? near : [...near, heldAt].sort((a, b) => a - b);

  /** The first item in sight and how far its top is from the scroller's; what must not move by itself. */
  const anchor = useRef<Anchor | null>(null);
  const remember = useCallback(() => {
    const box = scroller.current;
    if (box) anchor.current = firstInSight(box.scrollTop, layout, sizes, items, keyOf);
  }, [layout, sizes, items, keyOf]);

  useLayoutEffect(() => {
    scroller.current?.scrollTo(0, 0);
    anchor.current = null;
  }, [beginning]);

  useEffect(() => {
    if (seen) return;
    // What is in sight first: whoever types does not wait for the rest.
    const frame = requestAnimationFrame(() => setBegun((before) => ({ ...before, seen: true })));
    return () => cancelAnimationFrame(frame);
  }, [seen]);

  useLayoutEffect(() => {
    for (const index of shown) {
      const item = items[index];
      const column = layout.columns[index] ?? 0;
      sizes.pin(index, column);
      if (item !== undefined) drawn.set(keyOf(item), column);
    }
    const box = scroller.current;
    const from = anchor.current;
    if (box && from && box.scrollTop > 0) {
      const here = items[from.index];
      const unmoved = here !== undefined && keyOf(here) === from.key;
      const index = unmoved ? from.index : items.findIndex((item) => keyOf(item) === from.key);
      const wanted = (layout.tops[index] ?? 0) - from.offset;
      if (index >= 0 && Math.abs(wanted - box.scrollTop) >= 1) box.scrollTop = wanted;
    }
    remember();
    // Measured before it is painted, so that nothing is ever seen in a guessed place.
    if (list.current && measure(list.current, sizes, measured)) setMeasures((before) => before + 1);
  }, [shown, items, keyOf, layout, sizes, drawn, measured, remember]);

  useLayoutEffect(() => {
    const box = scroller.current;
    const inner = list.current;
    if (!box || !inner) return;
    const follow = () => {
      const from = Math.floor(box.scrollTop / step) * step;
      const scrolled = box.scrollTop > 0;
      setView((before) =>
        before.from === from && before.scrolled === scrolled ? before : { ...before, from, scrolled },
      );
    };
    const fit = () => {
      // A scroll bar that takes room stands beside the columns.
      box.style.marginInlineEnd = `${box.clientWidth - box.offsetWidth}px`;
      const height = box.clientHeight + step;
      setView((before) => (before.height === height ? before : { ...before, height }));
      const room = inner.clientWidth + gap;
      const fitting = Math.max(1, Math.floor(room / (columnWidth + gap)));
      const wide = Math.round(room / fitting) - gap;
      setColumns((before) =>
        before.count === fitting && before.width === wide ? before : columnsOf<T>(fitting, wide),
      );
    };
    const hold = ({ target }: FocusEvent) => {
      const item = target instanceof Element ? target.closest('li') : null;
      setHeld(item?.dataset['key'] ?? null);
    };
    const release = () => setHeld(null);
    const observer = new ResizeObserver(() => {
      fit();
      if (measure(inner, sizes, measured)) setMeasures((before) => before + 1);
    });
    fit();
    follow();
    observer.observe(box);
    for (const item of inner.children) observer.observe(item);
    const entering = new MutationObserver((changes) => {
      for (const { addedNodes, removedNodes } of changes) {
        for (const node of addedNodes) if (node instanceof Element) observer.observe(node);
        for (const node of removedNodes) if (node instanceof Element) observer.unobserve(node);
      }
    });
    entering.observe(inner, { childList: true });
    box.addEventListener('scroll', follow, { passive: true });
    inner.addEventListener('focusin', hold);
    inner.addEventListener('focusout', release);
    return () => {
      box.removeEventListener('scroll', follow);
      inner.removeEventListener('focusin', hold);
      inner.removeEventListener('focusout', release);
      observer.disconnect();
      entering.disconnect();
    };
  }, [columnWidth, gap, sizes, measured]);

  return (
    <div
      ref={scroller}
      className={classNames(styles.scroller, className)}
      data-still={still ? '' : undefined}
      onScroll={remember}
    >
      <ul ref={list} className={styles.list} aria-label={label} style={{ height: layout.height }}>
        {shown.map((index) => {
          const item = items[index];
          if (item === undefined) return null;
          const key = keyOf(item);
          return (
            <li
              key={key}
              className={styles.item}
              data-key={key}
              data-index={index}
              aria-setsize={items.length}
              aria-posinset={index + 1}
              style={{
                width: `calc((100% - ${gap * (count - 1)}px) / ${count})`,
                top: layout.tops[index],
                insetInlineStart: `calc((100% + ${gap}px) / ${count} * ${layout.columns[index]})`,
              }}
            >
              {children(item)}
            </li>
          );
        })}
      </ul>
    </div>
  );
}

interface Beginning<T> {
  readonly beginning: unknown;
  readonly count: number;
  readonly items: readonly T[];
  /** The column of every item that has been drawn since. */
  readonly drawn: Map<string, number>;
  /** Whether what is in sight has been painted. */
  readonly seen: boolean;
}

function newBeginning<T>(beginning: unknown, count: number, items: readonly T[]): Beginning<T> {
  return { beginning, count, items, drawn: new Map(), seen: false };
}

function columnsOf<T extends object>(count: number, width: number) {
  return { count, width, measured: new Map<string, number>(), guessed: new WeakMap<T, number>() };
}

interface Anchor {
  readonly key: string;
  readonly index: number;
  /** How far its top is from the scroller's, px. */
  readonly offset: number;
}

function firstInSight<T>(
  scrollTop: number,
  { tops }: ColumnLayout,
  { heights }: ItemSizes,
  items: readonly T[],
  keyOf: (item: T) => string,
): Anchor | null {
  const index = tops.findIndex((top, at) => top + (heights[at] ?? 0) > scrollTop);
  const item = items[index];
  return item === undefined ? null : { key: keyOf(item), index, offset: (tops[index] ?? 0) - scrollTop };
}

function guessOnce<T extends object>(
  item: T,
  guessed: WeakMap<T, number>,
  width: number,
  guess: (item: T, width: number) => number,
): number {
  const height = guessed.get(item) ?? guess(item, width);
  guessed.set(item, height);
  return height;
}

/** Notes the heights of what is drawn; says whether one is new. */
function measure(list: HTMLElement, sizes: ItemSizes, measured: Map<string, number>): boolean {
  let changed = false;
  for (const item of list.children) {
    if (!(item instanceof HTMLElement)) continue;
    const { key, index } = item.dataset;
    const { height } = item.getBoundingClientRect();
    if (key === undefined || !sizes.resize(Number(index), height)) continue;
    measured.set(key, height);
    changed = true;
  }
  return changed;
}
