import { IconButton } from '@nuances/ui/icon-button';
import { Sheet } from '@nuances/ui/sheet';
import { useId, useState } from 'react';
import { useI18n } from '../../../i18n/locale-store.ts';
import type { LocalDay } from '@nuances/domain/local-day';
import { DayContent } from './day-content.tsx';
import type { CalendarDays } from './use-calendar-days.ts';
import styles from './day-sheet.module.css';

interface Props {
  /** The open day; null closes the dialog. */
  readonly day: LocalDay | null;
  readonly today: LocalDay;
  readonly days: CalendarDays;
  readonly onDay: (day: LocalDay | null) => void;
  readonly onWrite: (day: LocalDay) => void;
  /** Gives the element that gets the focus when the control that opened the dialog no longer exists. */
  readonly focusAfter: () => HTMLElement | null | undefined;
}

/** Dialog with a day: a sheet at the bottom on a phone, else a centred panel. */
export function DaySheet({ day, today, days, onDay, onWrite, focusAfter }: Props) {
  const { LL } = useI18n();
  const titleId = useId();
  const [shown, setShown] = useState(day);
  // Keeps its content while it closes.
  if (day !== null && day !== shown) setShown(day);
  const close = () => onDay(null);
  if (shown === null) return null;
  return (
    <Sheet
      open={day !== null}
      onClose={close}
      labelledBy={titleId}
      focusAfter={focusAfter}
      handleLabel={LL.dialog.handle()}
      panelClassName={styles.panel}
    >
      <div className={styles.content}>
        <DayContent titleId={titleId} day={shown} today={today} days={days} onDay={onDay} onWrite={onWrite} />
      </div>
      <IconButton className={styles.close} icon="close" label={LL.dialog.close()} onClick={close} />
    </Sheet>
  );
}
