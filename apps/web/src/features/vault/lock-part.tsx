import { Segmented } from '@nuances/ui/segmented';
import { showToast } from '@nuances/ui/toast';
import { changeChoice } from '../../browser/setting.ts';
import { useStore } from '../../browser/store.ts';
import { useI18n } from '../../i18n/locale-store.ts';
import { lockChoice, lockChoices } from '../../vault/lock-choice.ts';
import { useVaultHere } from '../../vault/use-vault-here.ts';
import styles from './lock-part.module.css';

/** After how long without use the vault closes on this device. */
export function LockPart() {
  const words = useI18n().LL.lock;
  const { mode } = useVaultHere();
  const value = useStore(lockChoice.store) ?? '15';
  if (mode === 'unknown') return null;
  if (mode === 'none') return <p className="t-small-2">{words.none()}</p>;
  const labels = (choice: (typeof lockChoices)[number]) =>
    choice === 'hidden' ? words.choice.hidden() : words.choice.minutes({ count: choice });
  return (
    <div className={styles.lock}>
      <Segmented
        className={styles.rail}
        legend={words.auto()}
        options={[...lockChoices]
          .sort((a, b) => Number(b === 'hidden') - Number(a === 'hidden'))
          .map((choice) => ({ value: choice, label: labels(choice) }))}
        value={value}
        onChange={(choice) => {
          changeChoice(lockChoice, choice);
          showToast({ kind: 'success', text: words.saved() });
        }}
      />
      <p className={styles.text}>{words.text()}</p>
    </div>
  );
}
