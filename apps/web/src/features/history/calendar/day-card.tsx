import type { ScanDay } from '@nuances/domain/calendar';
import { countText } from '@nuances/i18n/plural';
import { Bloom } from '@nuances/ui/bloom';
import { Icon } from '@nuances/ui/icon';
import { useI18n } from '../../../i18n/locale-store.ts';
import { scanImage } from '../../../i18n/scan-image.ts';
import { dayTitle } from './day-words.ts';
import styles from './day-card.module.css';

interface Props {
  readonly scans: ScanDay;
  /** Number of notes of the day. */
  readonly notes: number;
  /** Position of the day along the lanes, 0 to 1. */
  readonly at: number;
  readonly onOpen: () => void;
}

/**
 * Card of the day at the cursor; pressing it opens the day. Where lanes run down, a touch opens the day directly, so
 * the card is only visible with keyboard focus.
 */
export function DayCard({ scans: { day, scans, last }, notes, at, onOpen }: Props) {
  const words = useI18n();
  const { LL, locale } = words;
  return (
    <button
      type="button"
      className={styles.card}
      style={{ left: `clamp(0px, ${at * 100}% - 178px, 100% - 356px)` }}
      onClick={onOpen}
    >
      <Bloom className={styles.bloom} drawnAt={52} answers={last.answers} innerRadius={30} motion={null} decorative />
      <span className={styles.words}>
        <span className={styles.day}>
          {dayTitle(words, day)} <span aria-hidden="true">·</span> {countText(LL.calendar.scans, locale, scans.length)}
        </span>
        <span className={styles.more}>
          {notes > 0 ? (
            <>
              <Icon name="note" size={16} />
              {countText(LL.notes.count, locale, notes)}
            </>
          ) : (
            scanImage(LL, last.answers).name
          )}
        </span>
      </span>
      <Icon name="right" size={18} />
    </button>
  );
}
