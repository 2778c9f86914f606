import { axisIds, type AxisId } from '../axes.ts';
import { answerOf } from '../scan/scoring.ts';
import { courseOf } from '../statistics/course.ts';
import type { TimedScan } from '../statistics/scan-series.ts';

export interface LookScan extends TimedScan {
  /** The axes whose answers were given for this scan; others take no part in figures (SPEC.md LOOK-3). */
  readonly given: readonly AxisId[];
}

/** An answer of one axis, with its scan. */
interface Told<Scan extends LookScan> {
  readonly scan: Scan;
  readonly value: number;
}

/** What the scans of a week or month show; null for what they do not show. */
export interface LookFigures<Scan extends LookScan = LookScan> {
  /** Whether all scans have the same answers. */
  readonly still: boolean;
  /** The axis that moved most, with two answers in time order (SPEC.md LOOK-4). */
  readonly most: { readonly axis: AxisId; readonly from: Told<Scan>; readonly to: Told<Scan> } | null;
  /** The axis that moved least, with its lowest and highest answer (SPEC.md LOOK-5). */
  readonly least: { readonly axis: AxisId; readonly lowest: number; readonly highest: number } | null;
  /** The scan with the largest distance between two petals (SPEC.md LOOK-6). */
  readonly widest: {
    readonly scan: Scan;
    readonly low: { readonly axis: AxisId; readonly value: number };
    readonly high: { readonly axis: AxisId; readonly value: number };
  } | null;
}

interface AxisMove<Scan extends LookScan> {
  readonly axis: AxisId;
  readonly told: readonly Told<Scan>[];
  readonly lowest: number;
  readonly highest: number;
  /** Between the lowest and the highest answer. */
  readonly distance: number;
  /** Between the first and the last answer. */
  readonly shift: number;
}

/** The axes with at least two given answers, in data order. */
function movesOf<Scan extends LookScan>(scans: readonly Scan[]): readonly AxisMove<Scan>[] {
  return axisIds.flatMap((axis) => {
    const told = scans
      .filter(({ given }) => given.includes(axis))
      .map((scan) => ({ scan, value: answerOf(scan.answers, axis) }));
    if (told.length < 2) return [];
    const { first, last, lowest, highest } = courseOf(told.map(({ value }) => value));
    return { axis, told, lowest, highest, distance: highest - lowest, shift: Math.abs(last - first) };
  });
}

/** The first of the largest by `compare`; null for an empty list. */
function topOf<T>(list: readonly T[], compare: (one: T, other: T) => number): T | null {
  return list.reduce<T | null>((top, one) => (top === null || compare(one, top) > 0 ? one : top), null);
}

function mostOf<Scan extends LookScan>(moves: readonly AxisMove<Scan>[]): LookFigures<Scan>['most'] {
  const moved = moves.filter(({ distance }) => distance > 0);
  const top = topOf(moved, (one, other) => one.distance - other.distance || one.shift - other.shift);
  if (!top) return null;
  const { axis, told, lowest, highest } = top;
  const to = told.findLast(({ value }) => value === lowest || value === highest);
  // The last of the other extreme: it comes before, because `to` is the last of both.
  const from = told.findLast(({ value }) => value === (to?.value === lowest ? highest : lowest));
  return from && to ? { axis, from, to } : null;
}

function widestOf<Scan extends LookScan>(scans: readonly Scan[]): LookFigures<Scan>['widest'] {
  const blooms = scans.flatMap((scan) => {
    const petals = scan.given
      .map((axis) => ({ axis, value: answerOf(scan.answers, axis) }))
      .sort((one, other) => axisIds.indexOf(one.axis) - axisIds.indexOf(other.axis));
    const low = topOf(petals, (one, other) => other.value - one.value);
    const high = topOf(petals, (one, other) => one.value - other.value);
    return low && high && low.value < high.value ? { scan, low, high } : [];
  });
  const width = ({ low, high }: (typeof blooms)[number]) => high.value - low.value;
  return topOf(blooms.toReversed(), (one, other) => width(one) - width(other));
}

/**
 * What the scans of a week or month show (SPEC.md LOOK-3 to LOOK-6).
 * @param scans in time order
 */
export function lookFigures<Scan extends LookScan>(scans: readonly Scan[]): LookFigures<Scan> {
  const [first] = scans;
  const isStill = first && scans.length > 1 && scans.every((scan) => scan.answers.join() === first.answers.join());
  if (isStill) return { still: true, most: null, least: null, widest: null };
  const moves = movesOf(scans);
  const most = mostOf(moves);
  const others = moves.filter(({ axis }) => axis !== most?.axis);
  const least = topOf(others, (one, other) => other.distance - one.distance);
  return {
    still: false,
    most,
    least: least && { axis: least.axis, lowest: least.lowest, highest: least.highest },
    widest: widestOf(scans),
  };
}
