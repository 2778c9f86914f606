import { Button } from '@nuances/ui/button';
import { UnbrokenWords } from '@nuances/ui/unbroken-words';
import { AppDialog } from '../../components/app-dialog.tsx';
import { useI18n } from '../../i18n/locale-store.ts';
import styles from './story-dialog.module.css';

interface Props {
  readonly open: boolean;
  readonly onClose: () => void;
}

/** Explains Nuances in three paragraphs. */
export function StoryDialog({ open, onClose }: Props) {
  const { LL } = useI18n();
  return (
    <AppDialog open={open} onClose={onClose} title={LL.story.title()} wide>
      <div className={styles.story}>
        <p>
          <UnbrokenWords>{LL.story.what()}</UnbrokenWords>
        </p>
        <p>{LL.story.how()}</p>
        <p>{LL.story.privacy()}</p>
        <p className="t-cap">
          {LL.disclaimer.short()} {LL.story.version({ version: __APP_VERSION__ })}
        </p>
        <Button onClick={onClose}>{LL.story.close()}</Button>
      </div>
    </AppDialog>
  );
}
