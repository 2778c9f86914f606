import { BloomMark } from '@nuances/ui/bloom-month';
import { useId, useState } from 'react';
import { useEscape } from '../../../browser/use-escape.ts';
import { useI18n } from '../../../i18n/locale-store.ts';
import styles from './several-key.module.css';

/** Legend of the small number of a day. When pressed, it explains which scan the bloom shows. */
export function SeveralKey() {
  const { LL } = useI18n();
  const id = useId();
  const [open, setOpen] = useState(false);
  useEscape(open, () => setOpen(false));
  return (
    <div className={`${styles.place} screen-only`}>
      <button
        type="button"
        className={styles.key}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
        onBlur={() => setOpen(false)}
      >
        <BloomMark>2</BloomMark> {LL.calendar.several()}
      </button>
      <p id={id} role="status" className={styles.rule} data-open={open ? '' : undefined}>
        {open ? LL.calendar.rule() : null}
      </p>
    </div>
  );
}
