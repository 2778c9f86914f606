import { decimal } from '@nuances/i18n/numbers';
import { countText } from '@nuances/i18n/plural';
import { Button } from '@nuances/ui/button';
import { ConfirmDialog } from '@nuances/ui/confirm-dialog';
import { useState } from 'react';
import { downloadFile } from '../../browser/download.ts';
import { useI18n } from '../../i18n/locale-store.ts';
import { leftOutFile } from '../../vault/left-out/file.ts';
import type { Unopened } from '../../keys/vault-view.ts';
import { moveWithout } from '../../vault/move-run.ts';
import { useVault } from '../../keys/vault-view.ts';
import styles from './sealing.module.css';

interface Props {
  readonly owner: string;
  readonly items: readonly Unopened[];
}

/** What stops a move because it does not open, and the choice to go on without it. */
export function LeftOut({ owner, items }: Props) {
  const { LL, locale } = useI18n();
  const words = LL.vault.left;
  const { slots } = useVault();
  const [isAsking, setIsAsking] = useState(false);
  const kinds = [
    { kind: 'profile', name: LL.vault.seal.profile() },
    { kind: 'note', name: LL.vault.seal.notes() },
    { kind: 'scan', name: words.scans() },
    { kind: 'tags', name: words.tags() },
    { kind: 'moods', name: LL.vault.seal.moods() },
  ].map(({ kind, name }) => ({ name, count: items.filter((item) => item.kind === kind).length }));
  return (
    <div className={styles.panel}>
      <p>{countText(words.count, locale, items.length)}</p>
      <ul className={styles.kinds}>
        {kinds
          .filter(({ count }) => count > 0)
          .map(({ name, count }) => (
            <li key={name}>
              {name} <span className={styles.of}>{decimal(count, locale)}</span>
            </li>
          ))}
      </ul>
      <Button size="small" onClick={() => setIsAsking(true)}>
        {words.go()}
      </Button>
      <ConfirmDialog
        open={isAsking}
        title={words.title()}
        text={words.text()}
        confirmLabel={words.confirm()}
        keepLabel={words.keep()}
        other={
          <Button
            variant="quiet"
            size="small"
            onClick={() => downloadFile('nuances-sealed.json', leftOutFile(owner, slots, items))}
          >
            {words.save()}
          </Button>
        }
        onConfirm={() => {
          setIsAsking(false);
          moveWithout(owner);
        }}
        onClose={() => setIsAsking(false)}
      />
    </div>
  );
}
