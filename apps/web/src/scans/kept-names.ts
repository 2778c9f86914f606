import type { I18n } from '../i18n/locale-store.ts';
import { scanDay } from '../i18n/scan-time.ts';
import type { ShownScan } from '../offline/scans.ts';

/**
 * What is said of the kept answers of a scan, by the index of their axis.
 * @param sourceOf gives the ISO time of the scan that an answer comes from; undefined when it is not known
 */
export function keptNames(
  i18n: I18n,
  { kept, answers }: ShownScan,
  sourceOf: (index: number) => string | undefined,
): ReadonlyMap<number, string> {
  const { quick } = i18n.LL;
  const nameOf = (index: number) => {
    const value = answers[index] ?? 1;
    const source = sourceOf(index);
    if (source === undefined) return `${value}, ${quick.legendKept()}`;
    return quick.marker({ value, date: scanDay(i18n, source) });
  };
  return new Map(kept.map((index) => [index, nameOf(index)]));
}
