import type { Dispatch, ReactNode, RefObject, SetStateAction } from 'react';
import { useCallback, useEffect, useLayoutEffect, useMemo, useReducer, useRef, useState } from 'react';
import { classNames } from './class-names.ts';
import { type ColumnLayout, columnsKept, ItemSizes, itemsWithin, layOut } from './column-layout.ts';
import { hasBox, observeList } from './observe-list.ts';
import { type Anchor, anchorAt, restoreAnchor } from './scroll-anchor.ts';
import styles from './windowed-columns.module.css';

/** Rendered above and below the visible part, px; more than fast scrolling moves in a frame. */
const beyond = 600;
/** The rendered window follows the scrolling in steps of this size, px. */
const step = 200;

export interface WindowedColumnsProps<T extends object> {
  /** Name of the list. */
  label: string;
  items: readonly T[];
  keyOf: (item: T) => string;
  /** Estimated height of an item in a column of this width, px, until it has been rendered. */
  guess: (item: T, width: number) => number;
  /** Least width of a column, px; as many columns as fit. */
  columnWidth: number;
  gap: number;
  /** When it changes, the list starts again at its top. */
  resetKey: unknown;
  /** Disables scrolling in the list for now. */
  still?: boolean | undefined;
  children: (item: T) => ReactNode;
  className?: string | undefined;
}

/**
 * A scrolling list in columns that renders only the items near the visible part. Items may have any height, and change
 * it; the first visible one keeps its place while those above it are measured.
 */
export function WindowedColumns<T extends object>(props: WindowedColumnsProps<T>) {
  const { label, items, keyOf, columnWidth, gap, resetKey, still = false, children, className } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const [measures, countMeasure] = useReducer((count: number) => count + 1, 0);
  const [view, setView] = useState<View>({ from: 0, height: 1_000, scrolled: false });
  const [columns, setColumns] = useState(() => columnsOf<T>(1, columnWidth));
  const { count, measured } = columns;
  /** The focused item stays in the document at any scroll position. */
  const [focusedKey, setFocusedKey] = useState<string | null>(null);
  const { drawn, painted } = useWindowState(props, count, view.scrolled);
  const sizes = useItemSizes(props, columns, drawn);
  // A new count of measures means that the sizes were changed in place.
  // oxlint-disable-next-line react-hooks/exhaustive-deps
  const layout = useMemo(() => layOut(sizes, count, gap), [sizes, count, gap, measures]);

  const reach = painted ? beyond : 0;
  const near = itemsWithin(layout, sizes, view.from - reach, view.from + view.height + reach);
  const focusedAt = focusedKey === null ? -1 : items.findIndex((item) => keyOf(item) === focusedKey);
  const shown = focusedAt < 0 || near.includes(focusedAt) ? near : [...near, focusedAt].sort((a, b) => a - b);

  const anchor = useRef<Anchor | null>(null);
  const saveAnchor = useCallback(() => {
    const box = scroller.current;
    if (box && hasBox(box)) anchor.current = anchorAt(box.scrollTop, layout, sizes, items, keyOf);
  }, [layout, sizes, items, keyOf]);

  const measureItems = useCallback(() => {
    if (list.current && hasBox(list.current) && measure(list.current, sizes, measured)) countMeasure();
  }, [sizes, measured]);

  useLayoutEffect(() => {
    scroller.current?.scrollTo(0, 0);
    anchor.current = null;
  }, [resetKey]);

  useLayoutEffect(() => {
    for (const index of shown) {
      const item = items[index];
      const column = layout.columns[index];
      if (column === undefined) continue;
      sizes.pin(index, column);
      if (item !== undefined) drawn.set(keyOf(item), column);
    }
    const box = scroller.current;
    if (box && anchor.current && box.scrollTop > 0) restoreAnchor(box, anchor.current, layout, items, keyOf);
    saveAnchor();
    // Measured before the paint, so that no estimated position is ever visible.
    measureItems();
  }, [shown, items, keyOf, layout, sizes, drawn, measureItems, saveAnchor]);

  useObservedList(scroller, list, { columnWidth, gap, setView, setColumns, setFocusedKey, measureItems });

  return (
    <div
      ref={scroller}
      className={classNames(styles.scroller, className)}
      data-still={still ? '' : undefined}
      onScroll={saveAnchor}
    >
      <ul ref={list} className={styles.list} aria-label={label} style={{ height: layout.height }}>
        {shown.map((index) => {
          const item = items[index];
          if (item === undefined) return null;
          const key = keyOf(item);
          return (
            <PlacedItem
              key={key}
              itemKey={key}
              index={index}
              total={items.length}
              columns={count}
              gap={gap}
              layout={layout}
            >
              {children(item)}
            </PlacedItem>
          );
        })}
      </ul>
    </div>
  );
}

/** The visible part of the list. */
interface View {
  /** Scroll position, rounded down to a step, px. */
  readonly from: number;
  /** Px. */
  readonly height: number;
  readonly scrolled: boolean;
}

interface ObservedState<T extends object> {
  readonly columnWidth: number;
  readonly gap: number;
  readonly setView: Dispatch<SetStateAction<View>>;
  readonly setColumns: Dispatch<SetStateAction<Columns<T>>>;
  readonly setFocusedKey: (key: string | null) => void;
  readonly measureItems: () => void;
}

/** Updates the state of the list when it is scrolled, focused or resized. */
function useObservedList<T extends object>(
  scroller: RefObject<HTMLElement | null>,
  list: RefObject<HTMLElement | null>,
  { columnWidth, gap, setView, setColumns, setFocusedKey, measureItems }: ObservedState<T>,
): void {
  useLayoutEffect(() => {
    const box = scroller.current;
    const inner = list.current;
    if (!box || !inner) return;
    return observeList(box, inner, {
      onScroll() {
        const from = Math.floor(box.scrollTop / step) * step;
        const scrolled = box.scrollTop > 0;
        setView((before) =>
          before.from === from && before.scrolled === scrolled ? before : { ...before, from, scrolled },
        );
      },
      onFocus: setFocusedKey,
      onFit() {
        // A scroll bar that takes space is beside the columns.
        box.style.marginInlineEnd = `${box.clientWidth - box.offsetWidth}px`;
        const height = box.clientHeight + step;
        setView((before) => (before.height === height ? before : { ...before, height }));
        const room = inner.clientWidth + gap;
        const fitting = Math.max(1, Math.floor(room / (columnWidth + gap)));
        const width = Math.round(room / fitting) - gap;
        setColumns((before) =>
          before.count === fitting && before.width === width ? before : columnsOf<T>(fitting, width),
        );
      },
      onResize: measureItems,
    });
  }, [scroller, list, columnWidth, gap, setView, setColumns, setFocusedKey, measureItems]);
}

interface PlacedItemProps {
  readonly itemKey: string;
  readonly index: number;
  /** Number of items in the whole list. */
  readonly total: number;
  readonly columns: number;
  readonly gap: number;
  readonly layout: ColumnLayout;
  readonly children: ReactNode;
}

/** An item at its place in the columns. */
function PlacedItem({ itemKey, index, total, columns, gap, layout, children }: PlacedItemProps) {
  return (
    <li
      className={styles.item}
      data-key={itemKey}
      data-index={index}
      aria-setsize={total}
      aria-posinset={index + 1}
      style={{
        width: `calc((100% - ${gap * (columns - 1)}px) / ${columns})`,
        top: layout.tops[index],
        insetInlineStart: `calc((100% + ${gap}px) / ${columns} * ${layout.columns[index]})`,
      }}
    >
      {children}
    </li>
  );
}

/** State that is reset by another reset key or another number of columns. */
interface WindowState<T> {
  readonly resetKey: unknown;
  readonly count: number;
  readonly items: readonly T[];
  /** The column of every item that has been rendered since. */
  readonly drawn: Map<string, number>;
  /** Whether the visible items have been painted. */
  readonly painted: boolean;
}

function useWindowState<T extends object>(
  { items, keyOf, resetKey }: Pick<WindowedColumnsProps<T>, 'items' | 'keyOf' | 'resetKey'>,
  count: number,
  scrolled: boolean,
): WindowState<T> {
  const fresh = () => ({ resetKey, count, items, drawn: new Map<string, number>(), painted: false });
  const [state, setState] = useState<WindowState<T>>(fresh);
  if (state.resetKey !== resetKey || state.count !== count) setState(fresh);
  else if (state.items !== items) {
    const drawn = columnsKept(state.drawn, state.items.map(keyOf), items.map(keyOf), scrolled);
    setState({ ...state, items, drawn });
  }
  const { painted } = state;
  useEffect(() => {
    if (painted) return;
    // The visible items first, so that typing is not delayed by the others.
    const frame = requestAnimationFrame(() => setState((before) => ({ ...before, painted: true })));
    return () => cancelAnimationFrame(frame);
  }, [painted]);
  return state;
}

/** Number and width of the columns, and the heights of items in them, measured or estimated. */
interface Columns<T extends object> {
  readonly count: number;
  readonly width: number;
  readonly measured: Map<string, number>;
  readonly guessed: WeakMap<T, number>;
}

function columnsOf<T extends object>(count: number, width: number): Columns<T> {
  return { count, width, measured: new Map(), guessed: new WeakMap() };
}

function useItemSizes<T extends object>(
  { items, keyOf, guess }: Pick<WindowedColumnsProps<T>, 'items' | 'keyOf' | 'guess'>,
  { width, measured, guessed }: Columns<T>,
  drawn: ReadonlyMap<string, number>,
): ItemSizes {
  return useMemo(() => {
    const sizes = new ItemSizes(items.length);
    for (const [index, item] of items.entries()) {
      const key = keyOf(item);
      const height = measured.get(key) ?? guessed.get(item) ?? guess(item, width);
      if (!measured.has(key)) guessed.set(item, height);
      sizes.resize(index, height);
      const column = drawn.get(key);
      if (column !== undefined) sizes.pin(index, column);
    }
    return sizes;
  }, [items, width, measured, guessed, drawn, keyOf, guess]);
}

/** Stores the heights of the rendered items; returns true when one is new. */
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
