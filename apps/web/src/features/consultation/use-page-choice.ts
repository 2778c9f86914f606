import { consultationFigures } from '@nuances/domain/consultation';
import { firstWordsMax } from '@nuances/domain/cut-text';
import { itemAt } from '@nuances/domain/item-at';
import { dayOf } from '@nuances/domain/local-day';
import { presetPeriod, wholePeriod, type Period } from '@nuances/domain/statistics/period';
import { scansIn } from '@nuances/domain/statistics/scan-series';
import { usedTags } from '@nuances/domain/scan/tags';
import { useMemo, useState } from 'react';
import { useI18n } from '../../i18n/locale-store.ts';
import { noteName } from '../../i18n/note-name.ts';
import type { DatedScan } from '../../i18n/scan-time.ts';
import { useNotes } from '../../note-store/note-store.ts';
import type { Note } from '../../note-store/note.ts';
import { useTags } from '../../note-store/scan-tags.ts';
import type { PageChoice } from './page-content.ts';

const noNotes: ReadonlySet<string> = new Set();

/**
 * The chosen content of the page; at first three months and lines to write on, without tags and notes.
 * @param scans at least one, in time order
 */
export function usePageChoice(scans: readonly DatedScan[]) {
  const { LL } = useI18n();
  const { byScan } = useTags();
  const { notes } = useNotes();
  const [chosenPeriod, setPeriod] = useState<Period | null>(null);
  const [hasTags, setHasTags] = useState(false);
  const [hasLines, setHasLines] = useState(true);
  const [today] = useState(() => dayOf(Date.now()));
  const [chosenNotes, setChosenNotes] = useState(noNotes);

  const whole = wholePeriod(itemAt(scans, 0).at, itemAt(scans, scans.length - 1).at);
  const { from, to } = chosenPeriod ?? presetPeriod('quarter', whole);
  const inPeriod = useMemo(() => scansIn(scans, { from, to }), [scans, from, to]);
  const figures = useMemo(() => consultationFigures(scans, { from, to }), [scans, from, to]);
  const tags = useMemo(
    () => usedTags(inPeriod.map(({ id, at }) => ({ at, tags: byScan.get(id) ?? [] }))),
    [inPeriod, byScan],
  );
  const notesOfPeriod = useMemo(
    () =>
      notes
        .filter((note): note is Note => !note.locked && note.day >= from && note.day <= to)
        .sort((one, other) => other.createdAt.localeCompare(one.createdAt)),
    [notes, from, to],
  );
  const choice = useMemo(
    (): PageChoice | null =>
      figures && {
        figures,
        scans: inPeriod,
        tags: hasTags ? tags : null,
        notes: notesOfPeriod
          .filter(({ id }) => chosenNotes.has(id))
          .map((note) => ({ day: note.day, title: noteName(LL, note, firstWordsMax.page) })),
        lines: hasLines,
        today,
      },
    [figures, inPeriod, hasTags, tags, notesOfPeriod, chosenNotes, LL, hasLines, today],
  );
  return {
    whole,
    period: { from, to },
    setPeriod,
    count: inPeriod.length,
    choice,
    tags,
    hasTags,
    setHasTags,
    notes: notesOfPeriod,
    chosenNotes,
    setChosenNotes,
    hasLines,
    setHasLines,
  };
}
