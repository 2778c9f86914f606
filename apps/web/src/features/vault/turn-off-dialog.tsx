import { ConfirmDialog } from '@nuances/ui/confirm-dialog';
import { useNavigate } from '@tanstack/react-router';
import { showFailure } from '../../api/show-failure.ts';
import { useBusy } from '../../components/form/use-busy.ts';
import { useProof } from '../../components/use-proof.tsx';
import { useI18n } from '../../i18n/locale-store.ts';
import { turnOff } from '../../vault/move.ts';

/** Asks before everything goes back to a key of the server. */
export function TurnOffDialog({ onClose }: { readonly onClose: () => void }) {
  const words = useI18n().LL.vault.off;
  const navigate = useNavigate();
  const { withProof, layer } = useProof();
  const [busy, run] = useBusy();
  const start = async () => {
    try {
      if ((await withProof(turnOff)) === null) return;
      onClose();
      await navigate({ to: '/vault/$page', params: { page: 'sealing' } });
    } catch (error) {
      showFailure(error);
    }
  };
  return (
    <>
      <ConfirmDialog
        open
        title={words.title()}
        text={words.text()}
        confirmLabel={words.confirm()}
        keepLabel={words.keep()}
        danger={false}
        busy={busy}
        busyLabel={words.confirm()}
        onConfirm={() => void run(start)}
        onClose={onClose}
      />
      {layer}
    </>
  );
}
