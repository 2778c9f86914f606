import { decimal } from '@nuances/i18n/numbers';
import { countText } from '@nuances/i18n/plural';
import { useStore } from '../../browser/store.ts';
import { useI18n } from '../../i18n/locale-store.ts';
import { lockChoice } from '../../vault/lock-choice.ts';
import { useVaultHere } from '../../vault/use-vault-here.ts';
import { useDayText } from './day-text.ts';

/** Whether there is a vault, and whether it is open here. */
export function VaultValue() {
  const { LL, locale } = useI18n();
  const words = LL.security.vault;
  const { mode, target, since, isOpen, progress } = useVaultHere();
  const day = useDayText();
  if (mode === 'unknown') return null;
  if (mode === 'none') return words.off();
  if (mode === 'moving') {
    const isBack = target === 'server';
    // The rows were not listed yet.
    if (!progress || progress.total === 0) return isBack ? LL.vault.off.moving() : LL.vault.seal.title();
    const figures = { done: decimal(progress.done, locale), total: decimal(progress.total, locale) };
    return isBack ? words.movingBack(figures) : words.moving(figures);
  }
  if (since === null) return null;
  return isOpen ? words.on({ date: day(since) }) : words.closed({ date: day(since) });
}

/** When the vault closes by itself. */
export function LockValue() {
  const { LL, locale } = useI18n();
  const { mode } = useVaultHere();
  const choice = useStore(lockChoice.store) ?? '15';
  if (mode === 'unknown') return null;
  if (mode === 'none') return LL.security.lock.none();
  return choice === 'hidden' ? LL.security.lock.hidden() : countText(LL.security.lock.minutes, locale, Number(choice));
}
