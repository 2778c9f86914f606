import type { PatternScan } from '@nuances/domain/patterns/scan-groups';
import { inTimeOrder } from '@nuances/domain/statistics/scan-series';
import { useEffect, useMemo, useState } from 'react';
import { useTags } from '../../note-store/scan-tags.ts';
import { useScanList } from '../../scans/own-scans.ts';

const noTags: readonly string[] = [];

/**
 * The person's scans with their tags, in time order; null until both have loaded.
 * @param tagsRead resolves when the tags have been decrypted, or when that failed
 */
export function useTaggedScans(tagsRead: Promise<void>) {
  const { list, scans } = useScanList();
  const { known, byScan } = useTags();
  const [read, setRead] = useState(false);
  useEffect(() => {
    let gone = false;
    void tagsRead.then(() => {
      if (!gone) setRead(true);
    });
    return () => {
      gone = true;
    };
  }, [tagsRead]);
  const isKnown = list.data !== undefined && (known || read);
  const tagged = useMemo(
    () =>
      isKnown
        ? inTimeOrder(
            scans.map(({ id, createdAt, moment, receivedAt, answers, kept }): PatternScan => ({
              id,
              at: Date.parse(createdAt),
              receivedAt: Date.parse(receivedAt ?? createdAt),
              answers,
              kept,
              moment,
              tags: byScan.get(id) ?? noTags,
            })),
          )
        : null,
    [isKnown, scans, byScan],
  );
  return { list, tagged };
}
