import { useEffect, useLayoutEffect, useState, type RefObject } from 'react';
import { onLock } from '../../keys/lock-listeners.ts';

/** Where the cursor was in an open note when the vault closed over it. Numbers only: nothing of the note. */
interface Cursor {
  /** Name of the field. */
  readonly field: string;
  readonly selection: readonly [start: number, end: number];
  /** How far the field and what is around it are scrolled, from the field outwards. */
  readonly scrolled: readonly number[];
}

/** Null when it was in none of the fields. */
let kept: Cursor | null = null;

/** The field and what is around it, up to the form. */
function boxesOf(field: HTMLElement, form: HTMLElement): readonly HTMLElement[] {
  const boxes = [field];
  for (let box = field.parentElement; box && form.contains(box); box = box.parentElement) boxes.push(box);
  return boxes;
}

function cursorIn(form: HTMLElement | null): Cursor | null {
  const field = document.activeElement;
  const isText = field instanceof HTMLTextAreaElement || field instanceof HTMLInputElement;
  if (!form || !isText || !form.contains(field)) return null;
  const end = field.selectionEnd ?? 0;
  return {
    field: field.name,
    selection: [field.selectionStart ?? end, end],
    scrolled: boxesOf(field, form).map(({ scrollTop }) => scrollTop),
  };
}

/**
 * Brings the cursor back to where it was in a note when the vault closed over it.
 * @param isReopened whether it is that note
 */
export function useKeptCursor(form: RefObject<HTMLElement | null>, isReopened: boolean): void {
  const [before] = useState(() => (isReopened ? kept : null));
  useLayoutEffect(() => {
    kept = null;
    if (before && form.current) putCursor(form.current, before);
  }, [before, form]);
  useEffect(
    () =>
      onLock({
        seal: async () => {
          kept = cursorIn(form.current);
          return false;
        },
      }),
    [form],
  );
}

function putCursor(form: HTMLElement, { field: name, selection, scrolled }: Cursor): void {
  const field = form.querySelector<HTMLTextAreaElement | HTMLInputElement>(`[name="${name}"]`);
  if (!field) return;
  field.focus({ preventScroll: true });
  field.setSelectionRange(...selection);
  for (const [index, box] of boxesOf(field, form).entries()) box.scrollTop = scrolled[index] ?? 0;
}
