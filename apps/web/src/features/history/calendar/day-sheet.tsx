import { ModalLayer } from '@nuances/ui/modal-layer';
import { IconButton } from '@nuances/ui/icon-button';
import { useId, useState } from 'react';
import { useI18n } from '../../../i18n/locale-store.ts';
import type { LocalDay } from '@nuances/domain/local-day';
import { DayContent } from './day-content.tsx';
import type { CalendarDays } from './use-calendar-days.ts';
import styles from './day-sheet.module.css';

interface Props {
  /** The day that is open; null closes the sheet. */
  readonly day: LocalDay | null;
  readonly today: LocalDay;
  readonly days: CalendarDays;
  readonly onDay: (day: LocalDay | null) => void;
  readonly onWrite: (day: LocalDay) => void;
  /** What takes the focus when what opened the sheet is no longer there. */
  readonly focusAfter: () => HTMLElement | null | undefined;
}

/** A day above the calendar: a sheet from below on a phone, a panel in the middle elsewhere. */
export function DaySheet({ day, today, days, onDay, onWrite, focusAfter }: Props) {
  const { LL } = useI18n();
  const titleId = useId();
  const [shown, setShown] = useState(day);
  // While it leaves it shows what it did.
  if (day !== null && day !== shown) setShown(day);
  const close = () => onDay(null);
  if (shown === null) return null;
  return (
    <ModalLayer
      open={day !== null}
      onClose={close}
      labelledBy={titleId}
      focusAfter={focusAfter}
      panelClassName={styles.panel}
    >
      <button type="button" className={styles.handle} aria-label={LL.dialog.handle()} onClick={close} />
      <div className={styles.content}>
        <DayContent titleId={titleId} day={shown} today={today} days={days} onDay={onDay} onWrite={onWrite} />
      </div>
      <IconButton className={styles.close} icon="close" label={LL.dialog.close()} onClick={close} />
    </ModalLayer>
  );
}
