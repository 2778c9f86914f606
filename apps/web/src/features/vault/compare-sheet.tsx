import { Button } from '@nuances/ui/button';
import { AppDialog } from '../../components/app-dialog.tsx';
import { useI18n } from '../../i18n/locale-store.ts';
import { Fingerprint } from '../../components/fingerprint.tsx';
import styles from './compare-sheet.module.css';

interface Props {
  readonly fingerprint: readonly string[];
  /** `renewed`: another device has renewed the key since. */
  readonly why: 'first' | 'renewed';
  readonly onSame: () => void;
  readonly onDiffer: () => void;
  readonly onLater: () => void;
}

/** At the first opening on a device, and after a renewal: the eight words, to be compared with another device. */
export function CompareSheet({ fingerprint, why, onSame, onDiffer, onLater }: Props) {
  const { LL } = useI18n();
  const words = LL.vault.compare;
  const title = words.title();
  return (
    <AppDialog
      open
      title={title}
      lead={why === 'renewed' ? LL.vault.renew.done() : words.text()}
      closeLabel={words.later()}
      onClose={onLater}
    >
      <div className={styles.words}>
        <Fingerprint words={fingerprint} />
      </div>
      <div className={styles.choices}>
        <Button variant="primary" size="large" onClick={onSame}>
          {words.same()}
        </Button>
        <Button size="large" onClick={onDiffer}>
          {words.differ()}
        </Button>
        <Button variant="quiet" wide onClick={onLater}>
          {words.later()}
        </Button>
      </div>
    </AppDialog>
  );
}
