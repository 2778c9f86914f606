import { countText, pluralForm } from '@nuances/i18n/plural';
import { ConfirmDialog } from '@nuances/ui/confirm-dialog';
import { showToast } from '@nuances/ui/toast';
import { trpc } from '../../api/queries.tsx';
import { currentI18n, useI18n } from '../../i18n/locale-store.ts';
import { eraseTag } from '../../note-store/scan-tags.ts';
import { offerReceipt } from '../../i18n/erasure-receipt.ts';
import { ExportButton } from '../../components/export-button.tsx';

interface Props {
  readonly tag: string;
  readonly open: boolean;
  /** Scans that have it. */
  readonly count: number;
  readonly onClose: () => void;
}

/** Asks before a tag is removed from every scan. */
export function EraseTag({ tag, open, count, onClose }: Props) {
  const { LL, locale } = useI18n();
  const profile = trpc.profile.get.useQuery();
  const erase = async () => {
    try {
      const erased = await eraseTag(tag);
      const { LL: texts, locale: now } = currentI18n();
      const what = texts.profile.config.part.doneTag[pluralForm(now, erased)]({ tag, count: erased });
      // Without a name only where the profile could not be read; the words are erased.
      offerReceipt(what, { what, username: profile.data?.username ?? '', at: new Date() });
    } catch {
      showToast({ kind: 'error', text: currentI18n().LL.error.noteKeyMissing() });
    }
  };
  return (
    <ConfirmDialog
      open={open}
      title={LL.tags.erase()}
      text={`${tag} · ${countText(LL.tags.eraseText, locale, count)}`}
      confirmLabel={LL.profile.config.part.confirm()}
      keepLabel={LL.action.cancel()}
      other={<ExportButton variant="quiet">{LL.profile.config.export.title()}</ExportButton>}
      onConfirm={() => {
        onClose();
        void erase();
      }}
      onClose={onClose}
    />
  );
}
