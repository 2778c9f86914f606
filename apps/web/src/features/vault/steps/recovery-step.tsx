import { type RecoveryCode, recoveryGroups } from '@nuances/crypto/vault/recovery-code';
import { Button } from '@nuances/ui/button';
import { Icon } from '@nuances/ui/icon';
import { IconButton } from '@nuances/ui/icon-button';
import { trpc } from '../../../api/queries.tsx';
import { downloadFile } from '../../../browser/download.ts';
import { copyText } from '../../../components/copy-text.ts';
import { useI18n } from '../../../i18n/locale-store.ts';
import { RecoverySheet, useSheetText } from './recovery-sheet.tsx';
import styles from './recovery-step.module.css';
import { StepPage } from './step-page.tsx';

interface Props {
  readonly code: RecoveryCode;
  /** Null while a new code is made for a key that stays. */
  readonly fingerprint: readonly string[] | null;
  readonly step?: { readonly at: number; readonly of: number };
  readonly leave: { readonly icon: 'left' | 'close'; readonly go: () => void };
  readonly onKept: () => void;
}

/** Shows the recovery code, to be written down, printed or saved. */
export function RecoveryStep({ code, fingerprint, step, leave, onKept }: Props) {
  const words = useI18n().LL.vault.recovery;
  const username = trpc.profile.get.useQuery().data?.username ?? '';
  const groups = recoveryGroups(code);
  const sheet = { username, address: location.host, groups, fingerprint };
  const text = useSheetText(sheet);
  return (
    <StepPage
      title={words.title()}
      lead={words.lead()}
      step={step}
      leave={leave}
      foot={
        <Button variant="primary" size="large" onClick={onKept}>
          {words.kept()}
        </Button>
      }
    >
      <ol className={styles.groups}>
        {Array.from(groups.entries(), ([index, letters]) => (
          <li key={index} className={styles.group}>
            <span className={styles.index} aria-hidden="true">
              {index + 1}
            </span>
            <span className={styles.letters} aria-hidden="true" translate="no">
              {letters}
            </span>
            <span className="visually-hidden">
              {words.groupName({ index: index + 1, letters: Array.from(letters).join(' ') })}
            </span>
          </li>
        ))}
      </ol>
      <p className="t-cap-2">{words.letters()}</p>
      <div className={styles.choices}>
        <Button icon="print" onClick={() => print()}>
          {words.print()}
        </Button>
        <Button icon="download" onClick={() => downloadFile('nuances-recovery.txt', text, 'text/plain')}>
          {words.save()}
        </Button>
        <IconButton
          className={styles.copy}
          icon="copy"
          outlined
          label={words.copy()}
          onClick={() => void copyText(groups.join(' '), words.copied())}
        />
      </div>
      <p className={styles.note}>
        <Icon name="info" size={22} />
        <span>{words.once()}</span>
      </p>
      <RecoverySheet {...sheet} />
    </StepPage>
  );
}
