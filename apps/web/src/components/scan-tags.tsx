import { Button } from '@nuances/ui/button';
import { IconButton } from '@nuances/ui/icon-button';
import { showToast } from '@nuances/ui/toast';
import { useEffect, useState } from 'react';
import { AddTagButton } from './add-tag-button.tsx';
import { AppDialog } from './app-dialog.tsx';
import { currentI18n, loadNamespaces, useI18n } from '../i18n/locale-store.ts';
import { canEncrypt } from '../note-store/note-key.ts';
import { refreshTags, saveTags, useTags } from '../note-store/scan-tags.ts';
import { usePendingScans } from '../offline/scans.ts';
import { TagList } from './tag-list.tsx';
import { TagPicker } from './tag-picker.tsx';
import styles from './scan-tags.module.css';

/**
 * Saves the tags of a scan; shows a message when the device has no key to seal them. Returns whether they are stored.
 */
export async function saveScanTags(scanId: string, tags: readonly string[]): Promise<boolean> {
  try {
    await saveTags(scanId, tags);
    return true;
  } catch {
    await loadNamespaces('error');
    showToast({ kind: 'error', text: currentI18n().LL.error.noteKeyMissing() });
    return false;
  }
}

/** The tags of one scan of the logged-in person, with a button to edit them. */
export function ScanTags({ scanId }: { readonly scanId: string }) {
  const { LL } = useI18n();
  const { known, byScan, offered } = useTags();
  const waits = usePendingScans().some(({ id }) => id === scanId);
  const tags = byScan.get(scanId) ?? [];
  const [editing, setEditing] = useState(false);
  const [chosen, setChosen] = useState<readonly string[]>([]);
  useEffect(() => void refreshTags(), [scanId]);

  const edit = () => {
    setChosen(tags);
    setEditing(true);
  };
  const save = async () => {
    if (await saveScanTags(scanId, chosen)) setEditing(false);
  };
  // The stored tags must be known before they are replaced.
  const canEdit = canEncrypt() && (known || waits);
  if (tags.length === 0 && !canEdit) return null;
  return (
    <div className={styles.tags}>
      {tags.length > 0 ? <TagList tags={tags} /> : null}
      {!canEdit ? null : tags.length > 0 ? (
        <IconButton icon="edit" className="screen-only" label={LL.tags.edit()} onClick={edit} />
      ) : (
        <AddTagButton className="screen-only" aria-label={LL.tags.addLabel()} onClick={edit} />
      )}
      <AppDialog open={editing} onClose={() => setEditing(false)} title={LL.tags.title()}>
        <div className={styles.form}>
          <TagPicker offered={offered} chosen={chosen} onChange={setChosen} />
          <Button variant="primary" wide onClick={() => void save()}>
            {LL.action.save()}
          </Button>
        </div>
      </AppDialog>
    </div>
  );
}
