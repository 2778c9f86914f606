import { BloomMark } from '@nuances/ui/bloom-month';
import { useEffect, useId, useState } from 'react';
import { useI18n } from '../../../i18n/locale-store.ts';
import styles from './several-key.module.css';

/** Legend of the small number of a day. When pressed, it explains which scan the bloom shows. */
export function SeveralKey() {
  const { LL } = useI18n();
  const id = useId();
  const [open, setOpen] = useState(false);
  useEffect(() => {
    if (!open) return;
    const close = (event: KeyboardEvent) => event.key === 'Escape' && setOpen(false);
    window.addEventListener('keydown', close);
    return () => window.removeEventListener('keydown', close);
  }, [open]);
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
