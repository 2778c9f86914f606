import { IconButton } from '@nuances/ui/icon-button';
import { useEffect, useState } from 'react';
import { AddTagButton } from '../../components/add-tag-button.tsx';
import { AppDialog } from '../../components/app-dialog.tsx';
import { useI18n } from '../../i18n/locale-store.ts';
import { refreshTags, useTags } from '../../note-store/scan-tags.ts';
import { TagList } from '../../components/tag-list.tsx';
import { TagRow, useCanTag } from '../../components/tag-row.tsx';
import styles from './scan-tags.module.css';

/** The tags of one scan of the logged-in person, with a button to edit them. */
export function ScanTags({ scanId }: { readonly scanId: string }) {
  const { LL } = useI18n();
  const tags = useTags().byScan.get(scanId) ?? [];
  const canEdit = useCanTag(scanId);
  const [editing, setEditing] = useState(false);
  useEffect(() => {
    void refreshTags();
    const refresh = () => {
      if (!document.hidden) void refreshTags(undefined, { staleTime: 0 });
    };
    // The last choice of all words wins: another device may have added one since.
    document.addEventListener('visibilitychange', refresh);
    window.addEventListener('focus', refresh);
    return () => {
      document.removeEventListener('visibilitychange', refresh);
      window.removeEventListener('focus', refresh);
    };
  }, [scanId]);

  const edit = () => setEditing(true);
  if (tags.length === 0 && !canEdit) return null;
  return (
    <div className={styles.tags}>
      {tags.length > 0 ? <TagList tags={tags} /> : null}
      {!canEdit ? null : tags.length > 0 ? (
        <IconButton icon="edit" className="screen-only" label={LL.tags.edit()} onClick={edit} />
      ) : (
        <AddTagButton className="screen-only" onClick={edit} />
      )}
      <AppDialog open={editing} onClose={() => setEditing(false)} title={LL.tags.group()}>
        <TagRow scanId={scanId} />
      </AppDialog>
    </div>
  );
}
