import { daysAround } from '@nuances/domain/calendar';
import { limits } from '@nuances/domain/limits';
import { isOpenDay, type LocalDay } from '@nuances/domain/local-day';
import { spanOf } from '@nuances/domain/statistics/scan-means';
import { Button, buttonClass } from '@nuances/ui/button';
import { IconButton } from '@nuances/ui/icon-button';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { MomentSheet } from '../../../components/moment-sheet.tsx';
import { NoteLeaf } from '../../../components/note-leaf.tsx';
import { SpanLink } from '../../../components/span-link.tsx';
import { useExpanded } from '../../../note-store/use-expanded.ts';
import { useI18n } from '../../../i18n/locale-store.ts';
import { useTags } from '../../../note-store/scan-tags.ts';
import type { AnyNote } from '../../../note-store/note.ts';
import { DayMoods } from './day-moods.tsx';
import { DayScan } from './day-scan.tsx';
import { dayShort, dayTitle } from './day-words.ts';
import type { CalendarDays } from './use-calendar-days.ts';
import styles from './day-content.module.css';

interface Props {
  /** Id of the heading, which names the container. */
  readonly titleId: string;
  readonly day: LocalDay;
  readonly today: LocalDay;
  readonly days: CalendarDays;
  readonly onDay: (day: LocalDay) => void;
  /** Opens the editor for a note of that day. */
  readonly onWrite: (day: LocalDay) => void;
}

/**
 * A day with all its scans and notes, links to the previous and the next day with content, and buttons to add to it.
 */
export function DayContent({ titleId, day, today, days, onDay, onWrite }: Props) {
  const words = useI18n();
  const { LL } = words;
  const { byScan } = useTags();
  const { before, after } = daysAround(days.held, day);
  const scans = days.scansOn.get(day)?.scans.toReversed() ?? [];
  const notes = days.notesOn.get(day) ?? [];
  const moods = days.moodsOn.get(day) ?? [];
  const title = dayTitle(words, day);
  const [asks, setAsks] = useState(false);

  return (
    <>
      <div className={styles.head}>
        <IconButton
          icon="left"
          label={LL.day.previous()}
          disabled={before === null}
          onClick={() => before !== null && onDay(before)}
        />
        <h2 id={titleId} className={styles.title} aria-live="polite">
          {title}
        </h2>
        <IconButton
          icon="right"
          label={LL.day.next()}
          disabled={after === null}
          onClick={() => after !== null && onDay(after)}
        />
      </div>
      <div key={day} className={styles.body}>
        {scans.length > 0 ? (
          <ul className={styles.scans}>
            {scans.map((scan) => (
              <li key={scan.id}>
                <DayScan scan={scan} tags={byScan.get(scan.id) ?? []} />
              </li>
            ))}
          </ul>
        ) : null}
        {notes.length > 0 ? <DayNotes notes={notes} /> : null}
        {moods.length > 0 ? <DayMoods moods={moods} /> : null}
        {scans.length + notes.length + moods.length === 0 ? <p className={styles.empty}>{LL.day.empty()}</p> : null}
        {day > today ? null : (
          <p className={`${styles.week} screen-only`}>
            <SpanLink unit="week" span={spanOf(day, 'week')} state={{ fromHistory: true }}>
              {LL.look.seeWeek()}
            </SpanLink>
          </p>
        )}
      </div>
      <div className={`${styles.foot} screen-only`}>
        {isOpenDay(day, today) ? (
          <>
            {day < today ? (
              <p className={styles.caption}>
                {LL.day.dated({ date: dayShort(words, day), entered: dayShort(words, today) })}
              </p>
            ) : null}
            <Button icon="edit" onClick={() => onWrite(day)}>
              {LL.day.write()}
            </Button>
            {day === today ? (
              <Link to="/bodyscan" className={buttonClass()}>
                {LL.day.addScan()}
              </Link>
            ) : (
              <Button onClick={() => setAsks(true)}>{LL.day.addScan()}</Button>
            )}
          </>
        ) : (
          <p className={styles.caption}>{LL.day.tooOld({ days: limits.daysBack })}</p>
        )}
      </div>
      <MomentSheet open={asks} day={day} today={today} onClose={() => setAsks(false)} />
    </>
  );
}

/** The notes of a day as cards, newest first. */
function DayNotes({ notes }: { readonly notes: readonly AnyNote[] }) {
  const { expanded, toggle } = useExpanded();
  return (
    <ul className={styles.notes}>
      {notes
        .toSorted((a, b) => b.createdAt.localeCompare(a.createdAt))
        .map((note) => (
          <li key={note.id}>
            <NoteLeaf note={note} when="time" level={3} expanded={expanded.has(note.id)} onToggle={toggle} />
          </li>
        ))}
    </ul>
  );
}
