import { limits } from '@nuances/domain/limits';
import { dayFromIso, isOpenDay, isoDay, type LocalDay } from '@nuances/domain/local-day';
import { ActionChip } from '@nuances/ui/chip';
import { Icon } from '@nuances/ui/icon';
import { TextField } from '@nuances/ui/text-field';
import { useId, useRef, useState, type KeyboardEvent } from 'react';
import { dayText } from '../../i18n/day-text.ts';
import { useI18n, type I18n } from '../../i18n/locale-store.ts';
import { dayName, currentDay } from './calendar-date.ts';
import styles from './note-date.module.css';

/** Text of a day on the button: « aujourd’hui », « hier », « 18 novembre ». */
function wordOf({ LL, locale }: I18n, day: LocalDay, today: LocalDay): string {
  if (day === today) return LL.notes.editor.today();
  return day === today - 1 ? LL.notes.editor.yesterday() : dayName(isoDay(day), locale);
}

interface Props {
  /** The chosen day; null before a choice. */
  readonly day: LocalDay | null;
  /** The day of an existing note; null for a new one. */
  readonly own: LocalDay | null;
  readonly onChange: (day: LocalDay) => void;
}

/** The day of a note, with a panel to change it: up to 30 days back, none in the future (SPEC.md DAY-3). */
export function NoteDate({ day, own, onChange }: Props) {
  const words = useI18n();
  const { LL } = words;
  const [open, setOpen] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const panelId = useId();
  const today = currentDay();
  const shown = day ?? own ?? today;
  const word = wordOf(words, shown, today);
  const choose = (chosen: LocalDay) => {
    onChange(chosen);
    setOpen(false);
    button.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !open) return;
    // Escape closes only the panel, not the editor.
    event.preventDefault();
    event.stopPropagation();
    setOpen(false);
    button.current?.focus();
  };
  return (
    // The handlers only close the panel on Escape and on blur; the controls inside handle all other keys.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div
      ref={place}
      className={styles.place}
      onKeyDown={onKeyDown}
      onBlur={({ relatedTarget }) => {
        if (relatedTarget instanceof Node && !place.current?.contains(relatedTarget)) setOpen(false);
      }}
    >
      <button
        ref={button}
        type="button"
        className={styles.button}
        aria-label={`${LL.notes.editor.date()}, ${word}`}
        aria-expanded={open}
        aria-controls={open ? panelId : undefined}
        onClick={() => setOpen(!open)}
      >
        <Icon name="calendar" size={18} />
        <span>{word}</span>
        <Icon name="down" size={16} />
      </button>
      {open ? (
        <div id={panelId} role="group" aria-label={LL.notes.editor.date()} className={styles.panel}>
          <div className={styles.near}>
            <ActionChip onClick={() => choose(today)}>{wordOf(words, today, today)}</ActionChip>
            <ActionChip onClick={() => choose(today - 1)}>{wordOf(words, today - 1, today)}</ActionChip>
          </div>
          <OtherDay shown={shown} own={own} today={today} onChange={onChange} onDone={() => choose(shown)} />
        </div>
      ) : null}
    </div>
  );
}

interface OtherProps {
  readonly shown: LocalDay;
  readonly own: LocalDay | null;
  readonly today: LocalDay;
  readonly onChange: (day: LocalDay) => void;
  readonly onDone: () => void;
}

/** Date field for any allowed day; the note's own day is always allowed. */
function OtherDay({ shown, own, today, onChange, onDone }: OtherProps) {
  const { LL, locale } = useI18n();
  const [typed, setTyped] = useState(isoDay(shown));
  const day = dayFromIso(typed);
  const isAllowed = (one: LocalDay) => one === own || isOpenDay(one, today);
  return (
    <TextField
      label={LL.notes.editor.date()}
      name="day"
      min={isoDay(today - limits.daysBack)}
      max={isoDay(today)}
      value={typed}
      shownText={dayText(LL, typed)}
      help={LL.notes.editor.dateHelp({ days: limits.daysBack, date: dayName(isoDay(today), locale) })}
      error={day !== null && !isAllowed(day) ? LL.notes.day.tooOld({ days: limits.daysBack }) : undefined}
      onChange={(text) => {
        setTyped(text);
        const chosen = dayFromIso(text);
        if (chosen !== null && isAllowed(chosen)) onChange(chosen);
      }}
      onEnter={onDone}
    />
  );
}
