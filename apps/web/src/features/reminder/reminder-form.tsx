import type { NewReminder } from '@nuances/domain/reminder/fields';
import { Button } from '@nuances/ui/button';
import { Icon } from '@nuances/ui/icon';
import { Switch } from '@nuances/ui/switch';
import { TextField } from '@nuances/ui/text-field';
import { useEffect, useId, useRef, useState } from 'react';
import type { PushState } from '../../browser/push-subscription.ts';
import { useNow } from '../../browser/use-now.ts';
import { timeText } from '../../i18n/day-text.ts';
import { useI18n } from '../../i18n/locale-store.ts';
import { CalendarOffer } from './calendar-offer.tsx';
import { ReminderDays } from './reminder-days.tsx';
import { ReminderElsewhere } from './reminder-elsewhere.tsx';
import { ReminderPreview } from './reminder-preview.tsx';
import { ReminderState } from './reminder-state.tsx';
import styles from './reminder.module.css';
import { useReminder } from './use-reminder.ts';
import { reminderWith, type ShownReminder } from './waiting-reminder.ts';
import { useWaitingText } from '../../offline/waiting-text.ts';
import type { PendingReminder } from '../../offline/outbox-items.ts';

/** What the fields show to somebody who has no reminder yet. */
const proposed = { days: [2, 4, 7], time: '21:00' } as const;

/** A time is saved when nothing was typed for so long. */
const typingMs = 600;

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
  const [typed, setTyped] = useState<Partial<Pick<NewReminder, 'days' | 'time'>>>({});
  const switchId = useId();
  const title = useRef<HTMLHeadingElement>(null);
  const [closing, setClosing] = useState(false);
  /** Whether the last day was taken away: the reminder is off, and the next day turns it on again. */
  const [silenced, setSilenced] = useState(false);
  const reminder = useReminder(userId, onPushChange, () => setTyped({}));
  const { busy, asking, trouble, kept, waiting } = reminder;

  const shown = reminderWith(stored, waiting?.change);
  const { days, time } = { days: shown?.days ?? proposed.days, time: shown?.time ?? proposed.time, ...typed };
  const isPossible = push !== 'none' && push !== 'blocked';
  // The subscription of a change that waits follows with the network.
  const isSubscribed = push === 'subscribed' || (isPossible && waiting?.change.isOn === true);
  const here = shown?.isHere === true && isSubscribed ? shown : null;
  const isOn = here !== null && !closing;
  const now = useNow();
  const isComplete = days.length > 0 && time !== '';
  const isPaused = here?.pausedUntil != null && Date.parse(here.pausedUntil) > now;
  const isRefused = push === 'blocked' || trouble === 'refused';
  const late = useLate();

  const turnOff = async () => {
    setClosing(true);
    await reminder.turnOff();
    setClosing(false);
  };
  const toggle = () => {
    if (busy) return;
    late.cancel();
    setSilenced(false);
    if (isOn) void turnOff();
    else if (isComplete) void reminder.turnOn({ days, time, zone: zoneOfBrowser() });
  };
  const changeDays = (next: readonly number[]) => {
    setTyped({ ...typed, days: next });
    if (!isOn && !silenced) return;
    late.cancel();
    setSilenced(next.length === 0);
    if (next.length === 0) void turnOff();
    else if (time !== '') void reminder.save({ days: next, time, zone: zoneOfBrowser() });
  };
  const changeTime = (next: string) => {
    setTyped({ ...typed, time: next });
    late.cancel();
    if (isOn && next !== '') late.start(() => void reminder.save({ days, time: next, zone: zoneOfBrowser() }));
  };

  const calendar = <CalendarOffer days={days} time={time} disabled={!isComplete} />;
  return (
    <div className={styles.reminder}>
      <div>
        <div className={styles.switchLine}>
          <h2 ref={title} id={switchId} className={styles.title} tabIndex={-1}>
            {LL.reminder.switch()}
          </h2>
          <p className={styles.kept} role="status">
            {kept ? (
              <>
                <Icon name="check" />
                {LL.reminder.kept()}
              </>
            ) : null}
          </p>
          {push === 'none' ? null : (
            <Switch labelledBy={switchId} checked={isOn} busy={busy && !isOn && !closing} onChange={toggle} />
          )}
        </div>
        <ReminderState
          push={push}
          asking={asking}
          trouble={trouble}
          now={now}
          here={isOn ? here : null}
          hasDay={days.length > 0}
          hasTime={time !== ''}
        />
        <ReminderWaiting waiting={waiting} />
      </div>
      {isRefused ? calendar : null}
      <ReminderDays value={days} onChange={changeDays} />
      <div className={styles.timeLine}>
        <TextField
          className={styles.time}
          label={LL.reminder.time()}
          name="reminder-time"
          type="time"
          value={time}
          shownText={timeText({ LL, locale }, time)}
          onChange={changeTime}
        />
        {isOn ? (
          <Button
            className={styles.pause}
            onClick={() => void (isPaused ? reminder.resume() : reminder.pauseForAWeek())}
          >
            {isPaused ? LL.reminder.resume() : LL.reminder.pause()}
          </Button>
        ) : null}
      </div>
      {isOn ? <ReminderPreview time={timeText({ LL, locale }, time)} /> : null}
      <div className={styles.about}>
        <p>{LL.reminder.private()}</p>
        <p>{LL.reminder.server()}</p>
      </div>
      {shown && !shown.isHere ? <ReminderElsewhere onStopped={() => title.current?.focus()} /> : null}
      {isRefused ? null : calendar}
    </div>
  );
}

/** Work that waits until typing has stopped; it is done at once when the screen is left. */
function useLate() {
  const waiting = useRef<{ readonly timer: ReturnType<typeof setTimeout>; readonly work: () => void } | null>(null);
  const [late] = useState(() => ({
    cancel: () => {
      clearTimeout(waiting.current?.timer);
      waiting.current = null;
    },
    start: (work: () => void) => {
      const timer = setTimeout(() => {
        waiting.current = null;
        work();
      }, typingMs);
      waiting.current = { timer, work };
    },
  }));
  useEffect(
    () => () => {
      const work = waiting.current?.work;
      late.cancel();
      work?.();
    },
    [late],
  );
  return late;
}

/** Says that a change of the reminder is kept on this device until it can be sent; nothing when none is. */
function ReminderWaiting({ waiting }: { readonly waiting: PendingReminder | undefined }) {
  const { LL } = useI18n();
  const waitingText = useWaitingText();
  return (
    <p className={styles.waiting} role="status">
      {waiting ? (
        <>
          <Icon name="device" />
          {waiting.refusal ? waitingText(waiting.refusal) : LL.reminder.keptLocal()}
        </>
      ) : null}
    </p>
  );
}
