import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { addMonths, dayByKey, monthOf, weeksOf } from './calendar-days.ts';
import { classNames } from './class-names.ts';
import { hues, type NoteHue, petalAngle } from './hues.ts';
import { IconButton } from './icon-button.tsx';
import styles from './month-grid.module.css';

/** Radius on which a day's dots stand, and of a dot; px. */
const orbit = 18.5;
const dot = 3.5;
/** The ring of a chosen day; px. */
const ring = 24.5;

export interface MonthGridProps {
  /** Month shown, `YYYY-MM`. */
  month: string;
  /** The month in words: title and name of the grid. */
  title: string;
  /** Short names of the days, Monday first. */
  weekdays: readonly string[];
  /** Today, `YYYY-MM-DD`. */
  today: string;
  /** The days that are ringed: none, one, or both ends of a range. */
  chosen: readonly string[];
  /** What stands on a day's orbit. */
  huesOn: (day: string) => readonly NoteHue[];
  /** Accessible name of a day. */
  dayLabel: (day: string) => string;
  previousLabel: string;
  nextLabel: string;
  onMonth: (month: string) => void;
  onDay: (day: string) => void;
  className?: string | undefined;
}

/** A month whose days are tiny blooms: one dot for each hue of the day, at that hue's angle. */
export function MonthGrid({
  month,
  title,
  weekdays,
  today,
  chosen,
  huesOn,
  dayLabel,
  previousLabel,
  nextLabel,
  onMonth,
  onDay,
  className,
}: MonthGridProps) {
  const titleId = useId();
  const grid = useRef<HTMLDivElement>(null);
  const [reached, setReached] = useState(today);
  /** Set by a key, so that only the keyboard takes the focus along to another month. */
  const followFocus = useRef(false);
  const inMonth = (day: string) => monthOf(day) === month;
  const tabStop = [reached, ...chosen, today].find(inMonth) ?? `${month}-01`;

  useEffect(() => {
    if (!followFocus.current) return;
    followFocus.current = false;
    grid.current?.querySelector<HTMLElement>(`[data-day="${tabStop}"]`)?.focus();
  }, [tabStop]);

  const onKeyDown = (event: KeyboardEvent, day: string) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const next = dayByKey(event.key, day);
    if (next === null) return;
    event.preventDefault();
    followFocus.current = true;
    setReached(next);
    if (!inMonth(next)) onMonth(monthOf(next));
  };
  const choose = (day: string) => {
    setReached(day);
    onDay(day);
    if (inMonth(day)) return;
    followFocus.current = true;
    onMonth(monthOf(day));
  };

  return (
    <div className={classNames(styles.calendar, className)}>
      <div className={styles.head}>
        <IconButton icon="left" label={previousLabel} onClick={() => onMonth(addMonths(month, -1))} />
        <h2 id={titleId} className={styles.title} aria-live="polite">
          {title}
        </h2>
        <IconButton icon="right" label={nextLabel} onClick={() => onMonth(addMonths(month, 1))} />
      </div>
      <div ref={grid} role="grid" aria-labelledby={titleId}>
        <div role="row" className={styles.week}>
          {weekdays.map((name) => (
            <span key={name} role="columnheader" className={styles.weekday}>
              {name}
            </span>
          ))}
        </div>
        {weeksOf(month).map((week) => (
          <div key={week[0]} role="row" className={styles.week}>
            {week.map((day) => (
              <div key={day} role="gridcell" aria-selected={chosen.includes(day)}>
                <button
                  type="button"
                  className={styles.day}
                  data-day={day}
                  data-outside={inMonth(day) ? undefined : ''}
                  aria-label={dayLabel(day)}
                  aria-current={day === today ? 'date' : undefined}
                  tabIndex={day === tabStop ? 0 : -1}
                  onClick={() => choose(day)}
                  onKeyDown={(event) => onKeyDown(event, day)}
                >
                  <Orbit hues={huesOn(day)} chosen={chosen.includes(day)} />
                  <span className={styles.figure}>{Number(day.slice(8))}</span>
                </button>
              </div>
            ))}
          </div>
        ))}
      </div>
    </div>
  );
}

/** Where a hue stands: its petal's angle; `other` has the free place between green and cyan. */
function angleOf(hue: NoteHue): number {
  return hue === 'other' ? Math.PI : petalAngle(hues.indexOf(hue));
}

function Orbit({ hues: dots, chosen }: { readonly hues: readonly NoteHue[]; readonly chosen: boolean }) {
  if (dots.length === 0 && !chosen) return null;
  return (
    <svg className={styles.orbit} aria-hidden="true" width="52" height="52" viewBox="-26 -26 52 52">
      {chosen && <circle className={styles.ring} r={ring} />}
      {dots.length > 0 && <circle className={styles.path} r={orbit} />}
      {dots.map((hue) => (
        <circle
          key={hue}
          className={styles.dot}
          data-hue={hue}
          cx={orbit * Math.sin(angleOf(hue))}
          cy={-orbit * Math.cos(angleOf(hue))}
          r={dot}
        />
      ))}
    </svg>
  );
}
