import { countText } from '@nuances/i18n/plural';
import { Button, buttonClass } from '@nuances/ui/button';
import { Icon } from '@nuances/ui/icon';
import { useI18n } from '../../i18n/locale-store.ts';
import styles from './scan-page.module.css';

interface Props {
  readonly wide: boolean;
  /** Number of notes that are linked to the scan. */
  readonly linkedCount: number;
  /** Opens the questions about the whole scan. */
  readonly onWhole: () => void;
  readonly onWrite: () => void;
  /** Scrolls to the linked notes. */
  readonly onReadNotes: () => void;
}

/** Buttons below the bloom. On a phone, linked notes take the place of the questions about the whole scan. */
export function ScanActions({ wide, linkedCount, onWhole, onWrite, onReadNotes }: Props) {
  const { LL, locale } = useI18n();
  const whole = (
    <Button icon="info" onClick={onWhole}>
      {LL.result.reflection.open()}
    </Button>
  );
  return (
    <div className={`${styles.actions} screen-only`}>
      {wide ? whole : null}
      <Button variant="primary" icon="edit" className={styles.write} onClick={onWrite}>
        {LL.scan.write()}
      </Button>
      {!wide && linkedCount > 0 ? (
        <button type="button" className={buttonClass()} onClick={onReadNotes}>
          <span className={styles.linked}>
            <Icon name="note" />
            {countText(LL.history.notes, locale, linkedCount)}
          </span>
        </button>
      ) : null}
      {!wide && linkedCount === 0 ? whole : null}
    </div>
  );
}
