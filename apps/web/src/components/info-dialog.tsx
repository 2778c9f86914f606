import { reflectionNumbers } from '@nuances/domain/reflections';
import { Button } from '@nuances/ui/button';
import { AppDialog } from './app-dialog.tsx';
import { useI18n } from '../i18n/locale-store.ts';
import reflection from './reflection-popup.module.css';
import { UnbrokenWords } from '@nuances/ui/unbroken-words';
import styles from './info-dialog.module.css';

interface Props {
  readonly open: boolean;
  readonly imageName: string;
  readonly onClose: () => void;
}

/** Three questions about the whole scan, and a description of its image. */
export function InfoDialog({ open, imageName, onClose }: Props) {
  const { LL } = useI18n();
  return (
    <AppDialog open={open} onClose={onClose} title={LL.result.info.title()} wide lead={LL.result.info.intro()}>
      <ul className={reflection.questions}>
        {reflectionNumbers.map((number) => (
          <li key={number}>
            <UnbrokenWords>{LL.reflect.general[number]()}</UnbrokenWords>
          </li>
        ))}
      </ul>
      <p className={styles.image}>
        <strong>{imageName}</strong> {LL.image.explain()}
      </p>
      <Button onClick={onClose}>{LL.action.close()}</Button>
    </AppDialog>
  );
}
