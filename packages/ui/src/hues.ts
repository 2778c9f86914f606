/** The seven axes' colours in data order (red to purple); the order of tab stops, scales and answers. */
export const hues = ['red', 'orange', 'yellow', 'green', 'cyan', 'blue', 'purple'] as const;

/** The colour of one axis. */
export type Hue = (typeof hues)[number];

/** The colour of a note: one axis, or none of them. */
export type NoteHue = Hue | 'other';

/** Angle of part `index`, radians clockwise from 12 o'clock: red on top, orange to its left. */
export function petalAngle(index: number): number {
  return index === 0 ? 0 : (-index * 2 * Math.PI) / hues.length;
}
