import { Bloom } from '@nuances/ui/bloom';
import { Button } from '@nuances/ui/button';
import { Icon } from '@nuances/ui/icon';
import { useEffect, useRef, useState } from 'react';
import { saveScanTags } from '../../components/scan-tags.tsx';
import { TagPicker } from '../../components/tag-picker.tsx';
import { useI18n } from '../../i18n/locale-store.ts';
import { useTags } from '../../note-store/scan-tags.ts';
import type { ShownScan } from '../../offline/scans.ts';
import styles from './tag-step.module.css';

interface Props {
  /** The scan, already saved. */
  readonly scan: ShownScan;
  readonly onDone: () => void;
}

/** Asks for tags before the result is shown; closing it loses nothing. */
export function TagStep({ scan, onDone }: Props) {
  const { LL } = useI18n();
  const { offered } = useTags();
  // The offered tags stay as they were, so that they do not move when an answer arrives.
  const [shown] = useState(offered);
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [busy, setBusy] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);

  const finish = async () => {
    setBusy(true);
    const kept = chosen.length === 0 || (await saveScanTags(scan.id, chosen));
    setBusy(false);
    if (kept) onDone();
  };
  return (
    <div className={styles.step}>
      <div className={styles.main}>
        <Bloom className={styles.bloom} answers={scan.answers} drawnAt={216} innerRadius={43} glyphs decorative />
        <h1 ref={heading} className={styles.title} tabIndex={-1}>
          {LL.tags.title()}
        </h1>
        <p className={styles.lead}>{LL.tags.lead()}</p>
        <TagPicker offered={shown} chosen={chosen} onChange={setChosen} />
      </div>
      <p className={styles.lock}>
        <Icon name="lock" />
        {LL.tags.lock()}
      </p>
      <div className={styles.actions}>
        <Button variant="outline" onClick={onDone}>
          {LL.tags.skip()}
        </Button>
        <Button variant="primary" busy={busy} onClick={() => void finish()}>
          {LL.tags.done()}
        </Button>
      </div>
    </div>
  );
}
