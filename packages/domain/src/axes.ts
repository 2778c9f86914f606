/**
 * The seven colour axes in data order. Index 0..6 of every answers array, slice, scale and note
 * category is the position in this list (SPEC.md AXIS-1).
 */
export const axisIds = ['red', 'orange', 'yellow', 'green', 'cyan', 'blue', 'purple'] as const;

/** An axis, by its colour. */
export type AxisId = (typeof axisIds)[number];

/** Number of questions in a scan, which is the number of axes. */
export const axisCount = axisIds.length;

/** A note belongs to one axis, or to none of them. */
export const noteCategories = ['other', ...axisIds] as const;

/** What a note belongs to: an axis, or none of them. */
export type NoteCategory = (typeof noteCategories)[number];

/** Axis at a data index; throws RangeError outside 0..6, because no other axis exists. */
export function axisAt(index: number): AxisId {
  const id = axisIds[index];
  if (id === undefined) throw new RangeError(`no axis has index ${index}`);
  return id;
}

/** Note category of a note written from the reflection on this axis (SPEC.md AXIS-3). */
export function categoryOfAxis(axis: AxisId): NoteCategory {
  return axis;
}
