import { sourceOfKept } from '@nuances/domain/scan/kept';
import { useMemo } from 'react';
import { useI18n } from '../i18n/locale-store.ts';
import { scanDay } from '../i18n/scan-time.ts';
import type { ShownScan } from '../offline/scans.ts';

/**
 * What is said of the kept answers of a scan, by the index of their axis.
 * @param scans newest first
 */
export function useKeptNames(scan: ShownScan, scans: readonly ShownScan[]): ReadonlyMap<number, string> {
  const i18n = useI18n();
  return useMemo(() => {
    const { quick } = i18n.LL;
    const nameOf = (index: number) => {
      const source = sourceOfKept(scans, scan, index);
      const value = scan.answers[index] ?? 1;
      return source
        ? quick.marker({ value, date: scanDay(i18n, source.createdAt) })
        : `${value}, ${quick.legendKept()}`;
    };
    return new Map(scan.kept.map((index) => [index, nameOf(index)]));
  }, [i18n, scan, scans]);
}
