import type { TimedScan } from '@nuances/domain/statistics/scan-series';

/**
 * Times of the first and the last scan, ms since 1970.
 * @param scans at least one, in time order
 * @throws RangeError without a scan
 */
export function timeSpan(scans: readonly TimedScan[]): readonly [first: number, last: number] {
  const [first, last] = [scans[0], scans.at(-1)];
  if (!first || !last) throw new RangeError('no scans');
  return [first.at, last.at];
}
