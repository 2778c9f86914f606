import { dayAndMonth, timeOfDay, weekdayName } from '@nuances/i18n/dates';
import type { PushState } from '../../browser/push-subscription.ts';
import { useI18n } from '../../i18n/locale-store.ts';
import type { ReminderTrouble } from './use-reminder.ts';
import type { ShownReminder } from './waiting-reminder.ts';

interface Props {
  readonly push: PushState;
  /** Whether the browser asks for its permission. */
  readonly asking: boolean;
  readonly trouble: ReminderTrouble | null;
  /** The reminder of this device; null while it is off. */
  readonly here: ShownReminder | null;
  /** Milliseconds. */
  readonly now: number;
  readonly hasDay: boolean;
  readonly hasTime: boolean;
}

/** One sentence about the reminder: when the next one comes, or why none does. */
export function ReminderState(props: Props) {
  const sentences = useSentences(props);
  return (
    <div className="t-small-2" role="status">
      {sentences.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
    </div>
  );
}

function useSentences({ push, asking, trouble, here, now, hasDay, hasTime }: Props): readonly string[] {
  const { LL, locale } = useI18n();
  const texts = LL.reminder;
  if (push === 'none') return [texts.none()];
  if (asking) return [texts.asking()];
  if (push === 'blocked') return [texts.refused(), texts.refusedMore()];
  if (trouble) return [texts[trouble]()];
  if (!hasDay) return [texts.noDay()];
  if (!hasTime) return [texts.incomplete()];
  if (here === null) return push === 'unasked' ? [texts.lead(), texts.ask()] : [texts.lead()];
  const pausedUntil = new Date(here.pausedUntil ?? 0);
  if (pausedUntil.getTime() > now) return [texts.paused({ date: dayAndMonth(pausedUntil, locale, new Date(now)) })];
  const next = new Date(here.nextAt);
  return [texts.next({ day: weekdayName(next.getDay() || 7, locale), time: timeOfDay(next, locale) })];
}
