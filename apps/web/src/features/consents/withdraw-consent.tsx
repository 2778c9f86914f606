import type { WithdrawablePurpose } from '@nuances/domain/consent/ledger';
import { countText } from '@nuances/i18n/plural';
import { ConfirmDialog } from '@nuances/ui/confirm-dialog';
import { trpc } from '../../api/queries.tsx';
import { useI18n } from '../../i18n/locale-store.ts';
import styles from './consents.module.css';
import { ExportFirst } from '../../components/export-first.tsx';

interface Props {
  readonly purpose: WithdrawablePurpose;
  readonly open: boolean;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/** Explains a withdrawal before it happens; where data is erased, shows how much and offers an export. */
export function WithdrawConsent({ purpose, open, onConfirm, onClose }: Props) {
  const { LL, locale } = useI18n();
  const isUsage = purpose === 'usage';
  const { data } = trpc.profile.stored.useQuery(undefined, { enabled: open && isUsage, staleTime: 0, gcTime: 0 });
  const events = data?.find(({ table }) => table === 'usage_events')?.rows;
  const count = events == null ? [] : [countText(LL.consent.events, locale, events)];
  return (
    <ConfirmDialog
      open={open}
      title={LL.consent.ask()}
      text={isUsage ? [LL.consent.withdrawUsage(), ...count].join(' ') : LL.consent.withdrawReminder()}
      confirmLabel={LL.consent.withdraw()}
      keepLabel={LL.action.cancel()}
      other={
        isUsage ? (
          <div className={styles.first}>
            <ExportFirst />
          </div>
        ) : undefined
      }
      onConfirm={onConfirm}
      onClose={onClose}
    />
  );
}
