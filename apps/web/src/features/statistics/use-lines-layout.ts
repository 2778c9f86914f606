import { linesLayoutFor, type LinesLayout } from '@nuances/domain/statistics/course';
import { changeChoice } from '../../browser/setting.ts';
import { linesLayout } from '../../browser/settings.ts';
import { useStore } from '../../browser/store.ts';

/**
 * The person's choice of one chart or seven, kept on the device; without one by the width (SPEC.md LINES-1).
 * @param widthPx inner width of the one chart; null until it is known
 * @returns null until it is known
 */
export function useLinesLayout(widthPx: number | null, scans: number) {
  const chosen = useStore(linesLayout.store);
  const byWidth = widthPx === null ? null : linesLayoutFor(widthPx, scans);
  return [chosen ?? byWidth, (next: LinesLayout) => changeChoice(linesLayout, next)] as const;
}
