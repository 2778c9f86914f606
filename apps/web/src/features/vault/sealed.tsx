import { countText } from '@nuances/i18n/plural';
import { Button } from '@nuances/ui/button';
import { ClosedBloom } from '@nuances/ui/closed-bloom';
import { useId } from 'react';
import { trpc } from '../../api/queries.tsx';
import { useI18n } from '../../i18n/locale-store.ts';
import { Fingerprint } from '../../components/fingerprint.tsx';
import styles from './sealing.module.css';
import { StepPage } from './steps/step-page.tsx';

interface Props {
  readonly fingerprint: readonly string[] | null;
  readonly isRenewed: boolean;
  readonly onClose: () => void;
}

/** The end of the sealing: the fingerprint, and what still opens with the former key. */
export function Sealed({ fingerprint, isRenewed, onClose }: Props) {
  const { LL, locale } = useI18n();
  const words = LL.vault.done;
  const id = useId();
  const { data } = trpc.vault.backups.useQuery();
  const kept = data?.kept ?? null;
  return (
    <StepPage
      title={words.title()}
      lead={isRenewed ? LL.vault.renew.done() : words.lead()}
      leave={{ icon: 'close', go: onClose }}
      picture={<ClosedBloom />}
      foot={
        <Button variant="primary" size="large" onClick={onClose}>
          {words.close()}
        </Button>
      }
    >
      {fingerprint ? (
        <div className={styles.panel}>
          <h2 id={id}>{words.print()}</h2>
          <Fingerprint words={fingerprint} labelledBy={id} />
        </div>
      ) : null}
      <p className="t-small-2">{words.printMore()}</p>
      <p className={styles.backups}>
        {kept === null ? words.backupsAny() : countText(words.backups, locale, kept)} {words.backupsElsewhere()}
      </p>
    </StepPage>
  );
}
