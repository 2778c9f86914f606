import { Icon } from '@nuances/ui/icon';
import { storage } from '../../browser/local-storage.ts';
import { useI18n } from '../../i18n/locale-store.ts';
import { mustLockKey } from '../../keys/vault-mark.ts';
import { useVault } from '../../keys/vault-view.ts';
import styles from './side-bar.module.css';

/** The entry of the menu that closes the vault on this device; nothing without an open one. */
export function LockItem({ onPress }: { readonly onPress?: () => void }) {
  const { LL } = useI18n();
  const { mode, isOpen } = useVault();
  if (!isOpen || (mode !== 'vault' && mode !== 'moving')) return null;
  const lock = async () => {
    // At once: who closes the page right after it has locked, and the next one opens nothing.
    storage.set(mustLockKey, '1');
    await (await import('../../vault/lock.ts')).lockNow();
  };
  return (
    <button
      type="button"
      className={styles.item}
      onClick={() => {
        onPress?.();
        void lock();
      }}
    >
      <Icon name="lock" size={24} />
      <span>{LL.nav.lock()}</span>
    </button>
  );
}
