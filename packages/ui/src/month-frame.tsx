import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { addDays, addMonths, dayByKey, monthOf, weeksOf } from './calendar-days.ts';
import { classNames } from './class-names.ts';
import { IconButton } from './icon-button.tsx';
import styles from './month-frame.module.css';

export interface MonthFrameProps {
  /** Month shown, `YYYY-MM`. */
  month: string;
  /** The month in words: title and name of the grid. */
  title: string;
  /** Short names of the days, Monday first. */
  weekdays: readonly string[];
  /** Today, `YYYY-MM-DD`. */
  today: string;
  /** The chosen days. */
  chosen: readonly string[];
  /** Accessible name of a day. */
  dayLabel: (day: string) => string;
  previousLabel: string;
  nextLabel: string;
  onMonth: (month: string) => void;
  onDay: (day: string) => void;
  className?: string | undefined;
}

interface Props extends MonthFrameProps {
  dayClassName: string | undefined;
  /** Visible content of a day. */
  renderDay: (day: string) => ReactNode;
  /** Hides the days of other months. */
  alone?: boolean | undefined;
  /** The last day that can be chosen; keys do not move beyond it. */
  last?: string | undefined;
}

/** A month as a grid with one tab stop: weeks from Monday on, arrows for days, Home and End for weeks, Page for months. */
export function MonthFrame(props: Props) {
  const { month, title, weekdays, today, chosen, dayLabel, previousLabel, nextLabel, onMonth, onDay } = props;
  const { className, dayClassName, renderDay, alone = false, last } = props;
  const titleId = useId();
  const grid = useRef<HTMLDivElement>(null);
  const [reached, setReached] = useState(today);
  /** Set by a key press: only then the focus moves to the new month. */
  const followFocus = useRef(false);
  const inMonth = (day: string) => monthOf(day) === month;
  const canChoose = (day: string) => last === undefined || day <= last;
  const tabStop = [reached, ...chosen, today].find((day) => inMonth(day) && canChoose(day)) ?? `${month}-01`;

  useEffect(() => {
    if (!followFocus.current) return;
    followFocus.current = false;
    grid.current?.querySelector<HTMLElement>(`[data-day="${tabStop}"]`)?.focus();
  }, [tabStop]);

  const onKeyDown = (event: KeyboardEvent, day: string) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const wanted = dayByKey(event.key, day);
    if (wanted === null) return;
    event.preventDefault();
    const inWeek = event.key === 'Home' || event.key === 'End';
    const within = alone && inWeek && !inMonth(wanted) ? edgeOf(month, event.key === 'Home') : wanted;
    const next = last !== undefined && within > last ? last : within;
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
        <h2 id={titleId} className="t-h3" aria-live="polite">
          {title}
        </h2>
        <IconButton
          icon="right"
          label={nextLabel}
          disabled={last !== undefined && month >= monthOf(last)}
          onClick={() => onMonth(addMonths(month, 1))}
        />
      </div>
      <div ref={grid} role="grid" aria-labelledby={titleId}>
        <div role="row" className={styles.week}>
          {weekdays.map((name) => (
            <span key={name} role="columnheader" className={styles.weekday}>
              <span>
                {name.slice(0, 1)}
                <span className={styles.rest}>{name.slice(1)}</span>
              </span>
            </span>
          ))}
        </div>
        {weeksOf(month).map((week) => (
          <div key={week[0]} role="row" className={styles.week}>
            {week.map((day) => {
              const isShown = !alone || inMonth(day);
              return (
                <div
                  key={day}
                  role="gridcell"
                  aria-selected={isShown && canChoose(day) ? chosen.includes(day) : undefined}
                >
                  {isShown && canChoose(day) ? (
                    <button
                      type="button"
                      className={classNames(styles.day, dayClassName)}
                      data-day={day}
                      data-outside={inMonth(day) ? undefined : ''}
                      aria-label={dayLabel(day)}
                      aria-current={day === today ? 'date' : undefined}
                      tabIndex={day === tabStop ? 0 : -1}
                      onClick={() => choose(day)}
                      onKeyDown={(event) => onKeyDown(event, day)}
                    >
                      {renderDay(day)}
                    </button>
                  ) : (
                    <span className={classNames(styles.closed, dayClassName)}>{isShown ? renderDay(day) : null}</span>
                  )}
                </div>
              );
            })}
          </div>
        ))}
      </div>
    </div>
  );
}

/** The first or the last day of a month. */
function edgeOf(month: string, first: boolean): string {
  return first ? `${month}-01` : addDays(`${addMonths(month, 1)}-01`, -1);
}
