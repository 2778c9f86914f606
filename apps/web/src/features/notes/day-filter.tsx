import { limits } from '@nuances/domain/limits';
import { dayFromIso, isOpenDay } from '@nuances/domain/local-day';
import { ActionChip, FilterChip } from '@nuances/ui/chip';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { MomentSheet } from '../../components/moment-sheet.tsx';
import { useI18n } from '../../i18n/locale-store.ts';
import { numericDay, today } from './calendar-date.ts';
import type { DaySelection } from './filter.ts';
import { RangeDialog } from './range-dialog.tsx';
import styles from './day-filter.module.css';

interface Props {
  readonly days: DaySelection | null;
  readonly onChange: (days: DaySelection | null) => void;
}

/** The chosen days as a chip, with buttons to change to other filters by that day or by a period. */
export function DayFilter({ days, onChange }: Props) {
  const { LL } = useI18n();
  const [asking, setAsking] = useState({ open: false, times: 0 });
  const ask = () => setAsking(({ times }) => ({ open: true, times: times + 1 }));
  const close = () => setAsking(({ times }) => ({ open: false, times }));
  const [from, to] = endsOf(days);

  return (
    <div
      className={styles.chips}
      data-on={days ? '' : undefined}
      // Browsers do not scroll to a chip that is partly visible.
      onFocus={({ target }) => target.scrollIntoView({ block: 'nearest', inline: 'nearest' })}
    >
      {days ? (
        <FilterChip removeLabel={LL.notes.chip.remove()} onRemove={() => onChange(null)}>
          {days.kind === 'until' ? LL.notes.chip.until({ date: numericDay(days.day) }) : null}
          {days.kind === 'only' ? numericDay(days.day) : null}
          {days.kind === 'range'
            ? LL.notes.chip.range({ start: numericDay(days.from), end: numericDay(days.to) })
            : null}
        </FilterChip>
      ) : null}
      {days?.kind === 'until' ? (
        <ActionChip onClick={() => onChange({ kind: 'only', day: days.day })}>{LL.notes.chip.onlyDay()}</ActionChip>
      ) : null}
      {days?.kind === 'only' ? (
        <ActionChip onClick={() => onChange({ kind: 'until', day: days.day })}>
          {LL.notes.chip.until({ date: numericDay(days.day) })}
        </ActionChip>
      ) : null}
      {days && days.kind !== 'range' ? <DayEntry day={days.day} /> : null}
      <ActionChip onClick={ask}>{LL.notes.chip.pickRange()}</ActionChip>
      <RangeDialog
        key={asking.times}
        open={asking.open}
        from={from}
        to={to}
        onClose={close}
        onApply={(first, last) => {
          onChange(first && last ? { kind: 'range', from: first, to: last } : null);
          close();
        }}
      />
    </div>
  );
}

/**
 * Buttons for a note and a scan on an earlier day; for a day that is too long ago a text that says so. Null from today
 * on.
 */
function DayEntry({ day: text }: { readonly day: string }) {
  const { LL } = useI18n();
  const navigate = useNavigate();
  const [asks, setAsks] = useState(false);
  const day = dayFromIso(text);
  const now = dayFromIso(today());
  if (day === null || now === null || day >= now) return null;
  if (!isOpenDay(day, now)) return <p className={styles.closed}>{LL.notes.day.tooOld({ days: limits.daysBack })}</p>;
  return (
    <>
      <ActionChip
        onClick={() => void navigate({ to: '/note', search: { new: 'other', day: text }, resetScroll: false })}
      >
        {LL.notes.day.write()}
      </ActionChip>
      <ActionChip onClick={() => setAsks(true)}>{LL.notes.day.addScan()}</ActionChip>
      <MomentSheet open={asks} day={day} today={now} onClose={() => setAsks(false)} />
    </>
  );
}

/** Initial values of the date fields of a period. */
function endsOf(days: DaySelection | null): readonly [string, string] {
  if (days === null) return ['', ''];
  if (days.kind === 'range') return [days.from, days.to];
  return [days.kind === 'only' ? days.day : '', days.day];
}
