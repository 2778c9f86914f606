import { IconButton } from '@nuances/ui/icon-button';
import { Icon } from '@nuances/ui/icon';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { trpc } from '../../api/queries.tsx';
import { changeSetting, useSetting } from '../../browser/setting.ts';
import { offersReminder } from '../../browser/settings.ts';
import { useI18n } from '../../i18n/locale-store.ts';
import { usePending } from '../../offline/outbox.ts';
import styles from '../../components/offer-line.module.css';
import { usePush } from './use-push.ts';
import { waitingReminder } from './waiting-reminder.ts';

/** From this number of days with a scan on, a reminder is offered. */
const offeredAfter = 3;

interface Props {
  readonly userId: string;
  /** Number of days with a scan. */
  readonly days: number;
  /** Called when the offer is closed by the button that had the focus. */
  readonly onClosed: () => void;
  /** Shown in its place when nothing is offered. */
  readonly otherwise: ReactNode;
}

/** One line that offers the reminder, once: to whoever has none, where this browser could show one. */
export function ReminderOffer({ userId, days, onClosed, otherwise }: Props) {
  const { LL } = useI18n();
  const offers = useSetting(offersReminder);
  const { data } = trpc.reminder.get.useQuery();
  const { push } = usePush();
  const waiting = waitingReminder(usePending(), userId);
  const hasNone = data?.reminder === null && waiting === undefined;
  const isPossible = push === 'unasked' || push === 'allowed';
  if (!offers || days < offeredAfter || !hasNone || !isPossible) return otherwise;
  const settle = () => changeSetting(offersReminder, false);
  return (
    <div className={styles.offer}>
      <Icon name="bell" />
      <p>{LL.reminder.offer()}</p>
      <Link to="/profile/reminder" className={styles.open} onClick={settle}>
        {LL.reminder.offerOpen()}
      </Link>
      <IconButton
        icon="close"
        label={LL.reminder.offerClose()}
        onClick={() => {
          settle();
          onClosed();
        }}
      />
    </div>
  );
}
