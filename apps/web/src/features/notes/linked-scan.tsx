import { Bloom } from '@nuances/ui/bloom';
import { Link } from '@tanstack/react-router';
import type { ShownScan } from '../../offline/scans.ts';
import { scanDay } from '../../i18n/scan-time.ts';
import { useI18n } from '../../i18n/locale-store.ts';
import styles from './linked-scan.module.css';

/** Radius of the hole of a tiny bloom, in bloom units. */
const hole = 30;

function TinyBloom({ scan }: { readonly scan: ShownScan }) {
  return <Bloom answers={scan.answers} size={26} innerRadius={hole} motion={null} decorative />;
}

/** The scan that a note is linked to, as a link to its page. */
export function LinkedScan({ scan }: { readonly scan: ShownScan }) {
  const words = useI18n();
  const { LL } = words;
  const date = scanDay(words, scan.createdAt);
  return (
    <Link
      to="/history/$id"
      params={{ id: scan.id }}
      className={styles.link}
      // The name contains the visible text, so that people who use voice control can say it.
      aria-label={`${LL.notes.linkedName({ date })}, ${LL.notes.linked({ date })}`}
    >
      <TinyBloom scan={scan} />
      <span>{LL.notes.linked({ date })}</span>
    </Link>
  );
}

/** Placeholder of a linked scan that has not loaded. */
export function LinkedScanPlaceholder() {
  return <span className={styles.link} />;
}

/** The linked scan in the editor, as text: a link would leave the editor. */
export function LinkedScanLine({ scan, short = false }: { readonly scan: ShownScan; readonly short?: boolean }) {
  const words = useI18n();
  const { LL } = words;
  const date = scanDay(words, scan.createdAt);
  return (
    <p className={styles.line}>
      <TinyBloom scan={scan} />
      <span>{short ? LL.note.linkedShort({ date }) : LL.notes.linked({ date })}</span>
    </p>
  );
}
