import type { ReminderSchedule } from '@nuances/domain/reminder';
import { dayAndMonth } from '@nuances/i18n/dates';
import { Button } from '@nuances/ui/button';
import { Switch } from '@nuances/ui/switch';
import { TextField } from '@nuances/ui/text-field';
import { useId, useState } from 'react';
import type { PushState } from '../../browser/push-subscription.ts';
import { timeText } from '../../i18n/day-text.ts';
import { useI18n } from '../../i18n/locale-store.ts';
import { CalendarOffer } from './calendar-offer.tsx';
import { ReminderDays } from './reminder-days.tsx';
import { ReminderPreview } from './reminder-preview.tsx';
import styles from './reminder.module.css';
import { ReminderWaiting } from './reminder-waiting.tsx';
import { Section } from './section.tsx';
import { useReminder } from './use-reminder.ts';
import { reminderWith, type ShownReminder } from './waiting-reminder.ts';

/** What the fields show to somebody who has no reminder yet. */
const proposed = { days: [2, 4, 7], time: '21:00' } as const;

const isSame = (a: ReminderSchedule, b: ReminderSchedule) =>
  a.time === b.time &&
  a.zone === b.zone &&
  a.days.length === b.days.length &&
  a.days.every((day) => b.days.includes(day));

const zoneOfBrowser = () => new Intl.DateTimeFormat().resolvedOptions().timeZone;

interface Props {
  readonly userId: string;
  /** What the server has stored, or had at the last visit. */
  readonly stored: ShownReminder | null;
  readonly push: PushState;
  readonly onPushChange: () => Promise<void>;
}

/** The reminder of this device: the switch, days and time, and the calendar file, which works without any of it. */
export function ReminderForm({ userId, stored, push, onPushChange }: Props) {
  const { LL, locale } = useI18n();
  const [typed, setTyped] = useState<Partial<Pick<ReminderSchedule, 'days' | 'time'>>>({});
  const [now] = useState(() => new Date());
  const titleId = useId();
  const [opening, setOpening] = useState(false);
  const [closing, setClosing] = useState(false);
  const { busy, waiting, save, pauseForAWeek, resume, turnOff } = useReminder(userId, onPushChange);

  const shown = reminderWith(stored, waiting?.change);
  const { days, time } = { days: shown?.days ?? proposed.days, time: shown?.time ?? proposed.time, ...typed };
  const schedule = { days, time, zone: zoneOfBrowser() };
  const isPossible = push !== 'none' && push !== 'blocked';
  // The subscription of a change that waits follows with the network.
  const isSubscribed = push === 'subscribed' || (isPossible && waiting?.change.isOn === true);
  const here = shown?.isHere === true && isSubscribed ? shown : null;
  const isComplete = days.length > 0 && time !== '';
  const isChanged = opening || (here !== null && !isSame(schedule, here));
  const pausedUntil = here?.pausedUntil == null ? null : new Date(here.pausedUntil);
  const isPaused = pausedUntil !== null && pausedUntil > now;

  const close = async () => {
    setClosing(true);
    await turnOff();
    setClosing(false);
  };
  const change = (on: boolean) => {
    if (busy) return;
    if (here) void close();
    else setOpening(on);
  };
  const settle = () => {
    setOpening(false);
    setTyped({});
  };

  return (
    <Section
      title={LL.reminder.title()}
      titleId={titleId}
      control={
        isPossible ? (
          <Switch labelledBy={titleId} checked={opening || (here !== null && !closing)} onChange={change} />
        ) : null
      }
    >
      <div className={styles.reminder}>
        <p className={styles.lead}>{LL.reminder.lead()}</p>
        {push === 'none' ? <p role="status">{LL.reminder.none()}</p> : null}
        {push === 'blocked' ? <p role="status">{LL.reminder.blocked()}</p> : null}
        {isPossible && shown && !shown.isHere ? <p>{LL.reminder.elsewhere()}</p> : null}
        <ReminderDays value={days} onChange={(value) => setTyped({ ...typed, days: value })} />
        <div className={styles.timeLine}>
          <TextField
            className={styles.time}
            label={LL.reminder.time()}
            name="reminder-time"
            type="time"
            value={time}
            shownText={timeText({ LL, locale }, time)}
            onChange={(value) => setTyped({ ...typed, time: value })}
          />
          {here && !isChanged ? (
            <Button
              className={styles.pause}
              variant="outline"
              busy={busy}
              onClick={() => void (isPaused ? resume() : pauseForAWeek())}
            >
              {isPaused ? LL.reminder.resume() : LL.reminder.pause()}
            </Button>
          ) : null}
        </div>
        <p className={styles.paused} role="status">
          {isPaused ? LL.reminder.paused({ date: dayAndMonth(pausedUntil, locale, now) }) : null}
        </p>
        <ReminderWaiting waiting={waiting} />
        {here || opening ? (
          <>
            <ReminderPreview time={timeText({ LL, locale }, time)} />
            <div className={styles.about}>
              <p>{LL.reminder.private()}</p>
              <p>{LL.reminder.server()}</p>
            </div>
          </>
        ) : null}
        {isChanged ? (
          <SaveReminder
            asksFirst={push === 'unasked'}
            isComplete={isComplete}
            busy={busy}
            onSave={() => void save(schedule, settle)}
          />
        ) : null}
        {isComplete ? null : <p className="t-small-2">{LL.reminder.incomplete()}</p>}
        <CalendarOffer days={days} time={time} disabled={!isComplete} />
      </div>
    </Section>
  );
}

interface SaveProps {
  /** Whether the browser will ask for the permission. */
  readonly asksFirst: boolean;
  readonly isComplete: boolean;
  readonly busy: boolean;
  readonly onSave: () => void;
}

function SaveReminder({ asksFirst, isComplete, busy, onSave }: SaveProps) {
  const { LL } = useI18n();
  return (
    <div className={styles.save}>
      {asksFirst ? <p>{LL.reminder.ask()}</p> : null}
      <Button
        variant="primary"
        busy={busy}
        disabledReason={isComplete ? undefined : LL.reminder.incomplete()}
        onClick={onSave}
      >
        {LL.action.save()}
      </Button>
    </div>
  );
}
