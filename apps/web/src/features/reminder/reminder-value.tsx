import { weekdayShortName } from '@nuances/i18n/dates';
import { trpc } from '../../api/queries.tsx';
import { timeText } from '../../i18n/day-text.ts';
import { useI18n } from '../../i18n/locale-store.ts';
import { usePending } from '../../offline/outbox.ts';
import { reminderWith, waitingReminder } from './waiting-reminder.ts';

/** Days and time of the reminder, on whatever device it arrives; nothing until it is known. */
export function ReminderValue({ userId }: { readonly userId: string }) {
  const { LL, locale } = useI18n();
  const { data } = trpc.reminder.get.useQuery();
  const waiting = waitingReminder(usePending(), userId);
  if (!data) return null;
  const shown = reminderWith(data.reminder, waiting?.change);
  if (shown === null) return LL.reminder.summaryOff();
  const days = [...shown.days].sort((a, b) => a - b).map((day) => weekdayShortName(day, locale));
  return LL.reminder.summary({ days: days.join(', '), time: timeText({ LL, locale }, shown.time) });
}
