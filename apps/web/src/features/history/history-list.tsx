import { historyPage } from '@nuances/domain/limits';
import { countText } from '@nuances/i18n/plural';
import { LoadingBloom } from '@nuances/ui/loading-bloom';
import { useEffect, useMemo, useRef, useState, useEffectEvent, useLayoutEffect } from 'react';
import { createPortal } from 'react-dom';
import { usePrinting } from '../../browser/use-printing.ts';
import { PrintMenu } from '../../components/print-menu.tsx';
import { useUserId } from '../../session/session-store.ts';
import { useTags } from '../../note-store/scan-tags.ts';
import { useNotes } from '../../note-store/note-store.ts';
import { notesOfScan, type AnyNote } from '../../note-store/note.ts';
import { useI18n } from '../../i18n/locale-store.ts';
import type { ShownScan } from '../../offline/scans.ts';
import { HistoryRow } from './history-row.tsx';
import { LinkedNotes } from './linked-notes.tsx';
import { useArrivedClear } from '../../components/clear-mark.tsx';
import { DeleteScanDialog } from '../../components/delete-scan-dialog.tsx';
import { useScanList } from '../../scans/own-scans.ts';
import { removeScan } from '../../scans/remove-scan.ts';
import { ScansState } from '../../components/scans-state.tsx';
import { carries, TagFilter } from './tag-filter.tsx';
import { useTagFilter } from './use-tag-filter.ts';
import { useNearEnd } from './use-near-end.ts';
import styles from './history-list.module.css';
import { useElementScrollRestoration } from '@tanstack/react-router';
import { useHistoryEntry } from '../../browser/use-history-entry.ts';

interface Props {
  /**
   * Resolves when linked notes and tags are known, or when they take long. The list waits for it, because rows that
   * grow later are worse than a short wait.
   */
  readonly notesRead: Promise<void>;
  /** Gives the element that gets the focus when the last row was deleted. */
  readonly titleOf: () => HTMLElement | null;
  /** Element in the head of the screen for the menu of the list. */
  readonly menuIn: HTMLElement | null;
}

const noScans: readonly ShownScan[] = [];
const noTags: readonly string[] = [];

/** Saved scans, newest first: three at first, then more whenever the end of the list is within 50 px of the window. */
export function HistoryList({ notesRead, titleOf, menuIn }: Props) {
  const { LL, locale } = useI18n();
  const [enabled, setEnabled] = useState(false);
  useEffect(() => void notesRead.then(() => setEnabled(true)), [notesRead]);
  // The route's loader has started the query.
  const { list, scans: own } = useScanList(enabled);
  const clear = useArrivedClear();
  const all = enabled ? own : noScans;
  const userId = useUserId();
  const [toDelete, setToDelete] = useState<ShownScan | null>(null);
  const toDeleteIndex = useRef(0);
  const rows = useRef<HTMLOListElement>(null);
  const { notes } = useNotes();
  const linked = useMemo(() => countByScan(notes), [notes]);
  const [read, setRead] = useState<{ scan: ShownScan; open: boolean } | null>(null);
  const tags = useTags();
  const [keptTag, setTag] = useTagFilter();
  // A tag that no scan has any more does not filter.
  const tag = all.some(({ id }) => carries(tags, id, keptTag)) ? keptTag : null;
  const scans = all.filter(({ id }) => carries(tags, id, tag));
  const [shown, setShown] = useScrollRestoration(scans.length > 0);
  const printing = usePrinting();
  const visible = printing ? scans : scans.slice(0, shown);
  const more = visible.length < scans.length;
  const end = useNearEnd(more, visible.length, () => setShown((before) => before + historyPage.more));

  /** The row after the deleted one, else the last row; without rows, the title. */
  const nextRow = () => {
    const left = rows.current?.children;
    const row = left?.[Math.min(toDeleteIndex.current, left.length - 1)];
    return row?.querySelector('button') ?? titleOf();
  };

  const remove = () => {
    if (toDelete && userId !== null) removeScan(userId, toDelete.id, LL.history.deleted(), () => undefined);
    setToDelete(null);
  };

  return (
    <div data-screen-awaited={more ? '' : undefined}>
      {all.length > 0 && list.data?.length === 0 ? null : (
        <ScansState
          list={enabled ? list : { ...list, isPending: true }}
          empty={{ title: LL.history.empty(), more: LL.history.emptyMore() }}
          saysDay={false}
        />
      )}
      {menuIn && scans.length > 0 ? createPortal(<PrintMenu of="history" count={scans.length} />, menuIn) : null}
      {all.length > 0 ? <TagFilter tags={tags} value={tag} onChange={setTag} /> : null}
      {visible.length > 0 ? (
        <>
          <ol ref={rows} className={styles.list}>
            {visible.map((scan, index) => (
              <li key={scan.id}>
                <HistoryRow
                  scan={scan}
                  linked={linked.get(scan.id) ?? 0}
                  tags={tags.byScan.get(scan.id) ?? noTags}
                  clear={clear.get(scan.id)}
                  onNotes={() => setRead({ scan, open: true })}
                  onDelete={() => {
                    toDeleteIndex.current = index;
                    setToDelete(scan);
                  }}
                />
              </li>
            ))}
          </ol>
          {/* The key mounts a new end for each length of the list, so that the old one does not move. */}
          <div key={visible.length} ref={end} className={`${styles.end} screen-only`}>
            {more ? <LoadingBloom size={44} text={LL.history.loadingMore()} /> : <p>{LL.history.end()}</p>}
          </div>
          <p className="visually-hidden" role="status">
            {countText(LL.history.loaded, locale, visible.length)}
          </p>
        </>
      ) : null}
      {read ? (
        <LinkedNotes
          open={read.open}
          scan={read.scan}
          notes={notesOfScan(notes, read.scan.id)}
          onClose={() => setRead({ ...read, open: false })}
        />
      ) : null}
      <DeleteScanDialog
        open={toDelete !== null}
        onConfirm={remove}
        onClose={() => setToDelete(null)}
        focusAfter={nextRow}
      />
    </div>
  );
}

function countByScan(notes: readonly AnyNote[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { scanResultId } of notes)
    if (scanResultId !== null) counts.set(scanResultId, (counts.get(scanResultId) ?? 0) + 1);
  return counts;
}

/** Number of rows by key of the history entry; lost when the page is reloaded. */
const shownAt = new Map<string, number>();

/**
 * Number of rows. Returning to an entry of the browser's history restores number and scroll position, even when the
 * list must be fetched again.
 * @param filled true when the list has arrived
 */
function useScrollRestoration(filled: boolean) {
  const entry = useHistoryEntry();
  const [kept] = useState(() => shownAt.get(entry));
  const [shown, setShown] = useState<number>(kept ?? historyPage.first);
  const place = useElementScrollRestoration({ getElement: () => window });
  const restore = useEffectEvent(() => {
    if (kept !== undefined && place) window.scrollTo(place.scrollX, place.scrollY);
  });
  useLayoutEffect(() => {
    if (filled) restore();
  }, [filled]);
  useEffect(() => {
    shownAt.set(entry, shown);
  }, [entry, shown]);
  return [shown, setShown] as const;
}
