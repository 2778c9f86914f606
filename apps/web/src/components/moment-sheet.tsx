import { dateOfDay, isoDay, type LocalDay } from '@nuances/domain/local-day';
import { chosenMomentOf, namedMoments, timeOfMoment, type ChosenMoment } from '@nuances/domain/scan/moment';
import { dayAndMonth, dayOfMonth, longDay } from '@nuances/i18n/dates';
import { Button } from '@nuances/ui/button';
import { DateTimeInput } from '@nuances/ui/date-time-input';
import { UnbrokenWords } from '@nuances/ui/unbroken-words';
import { useNavigate } from '@tanstack/react-router';
import { useId, useState, type ReactNode } from 'react';
import { timeText } from '../i18n/day-text.ts';
import { useI18n } from '../i18n/locale-store.ts';
import { AppDialog } from './app-dialog.tsx';
import styles from './moment-sheet.module.css';

/** The choices in their order: the hour stands before the one that gives none. */
const choices = namedMoments.flatMap((name) => (name === 'unknown' ? (['hour', name] as const) : [name]));

/** The moment that is chosen; null while there is none. */
function momentOf(choice: (typeof choices)[number] | null, hour: string): ChosenMoment | null {
  return choice === 'hour' ? chosenMomentOf(hour) : choice;
}

/** Whether a moment has not come yet. */
function isComing(day: LocalDay, chosen: ChosenMoment): boolean {
  return timeOfMoment(day, chosen) > Date.now();
}

interface Props {
  readonly open: boolean;
  readonly day: LocalDay;
  readonly today: LocalDay;
  readonly onClose: () => void;
}

/** Asks for which moment of an earlier day a scan is, and begins it. */
export function MomentSheet({ open, day, today, onClose }: Props) {
  const { LL, locale } = useI18n();
  return (
    <AppDialog
      open={open}
      onClose={onClose}
      title={LL.moment.title()}
      eyebrow={longDay(dateOfDay(day), locale, dateOfDay(today))}
      wide
    >
      <MomentForm day={day} today={today} />
    </AppDialog>
  );
}

/** Nothing is chosen when it opens. */
function MomentForm({ day, today }: Pick<Props, 'day' | 'today'>) {
  const words = useI18n();
  const { LL, locale } = words;
  const navigate = useNavigate();
  const name = useId();
  const futureId = useId();
  const [choice, setChoice] = useState<(typeof choices)[number] | null>(null);
  const [hour, setHour] = useState('');
  const moment = momentOf(choice, hour);
  // The clock of the device may have been set back since the day was opened.
  const [isAhead, setAhead] = useState(false);
  const now = dateOfDay(today);
  const choose = (next: (typeof choices)[number], time: string) => {
    const chosen = momentOf(next, time);
    setChoice(next);
    setHour(time);
    setAhead(chosen !== null && isComing(day, chosen));
  };

  const more: Partial<Record<(typeof choices)[number], ReactNode>> = {
    night: LL.moment.nightRange({
      start: dayOfMonth(dateOfDay(day), locale),
      end: dayOfMonth(dateOfDay(day + 1), locale),
    }),
    unknown: LL.moment.unknownMore(),
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (moment === null || isAhead) return;
        void navigate({ to: '/bodyscan', search: { day: isoDay(day), moment } });
      }}
    >
      <fieldset className={styles.choices} role="radiogroup" aria-required>
        <legend className="visually-hidden">{LL.moment.title()}</legend>
        {choices.map((one) => (
          <div key={one} className={styles.row}>
            <label className={styles.choice}>
              <input
                type="radio"
                className={styles.radio}
                name={name}
                checked={choice === one}
                onChange={() => choose(one, hour)}
              />
              <span>
                <span className={styles.name}>{LL.moment[one]()}</span>
                {more[one] === undefined ? null : <span className={styles.more}>{more[one]}</span>}
              </span>
            </label>
            {one === 'hour' ? (
              <span className={styles.hour}>
                <DateTimeInput
                  type="time"
                  className={`${styles.field} text-input`}
                  aria-label={LL.moment.hourField()}
                  aria-describedby={futureId}
                  aria-invalid={isAhead}
                  value={hour}
                  shownText={timeText(words, hour)}
                  onChange={({ target }) => choose('hour', target.value)}
                />
              </span>
            ) : null}
          </div>
        ))}
      </fieldset>
      <p id={futureId} className={styles.future} role="alert">
        {isAhead ? LL.moment.future() : null}
      </p>
      <p className={styles.note}>
        <UnbrokenWords>{LL.moment.note({ date: dayAndMonth(now, locale, now) })}</UnbrokenWords>
      </p>
      <Button
        type="submit"
        variant="primary"
        size="large"
        disabledReason={isAhead ? LL.moment.future() : moment === null ? LL.moment.title() : undefined}
      >
        {LL.moment.start()}
      </Button>
    </form>
  );
}
