import { IconButton } from '@nuances/ui/icon-button';
import { UnbrokenWords } from '@nuances/ui/unbroken-words';
import { copyText } from '../../components/copy-text.ts';
import { useI18n } from '../../i18n/locale-store.ts';
import styles from './check.module.css';

/** Lines for a terminal, which are never translated. */
export function Command({ text }: { readonly text: string }) {
  const { LL } = useI18n();
  return (
    <div className={styles.command} translate="no">
      <pre>
        <UnbrokenWords>{text}</UnbrokenWords>
      </pre>
      <IconButton icon="copy" label={LL.check.copy()} onClick={() => void copyText(text, LL.check.copied())} />
    </div>
  );
}
