import { storage } from '../browser/local-storage.ts';
import { type Choice, createChoice } from '../browser/setting.ts';
import { lockKey } from '../keys/vault-mark.ts';

/** Minutes without use after which the vault closes by itself on this device, or as soon as the page is hidden. */
export const lockChoices = ['1', '5', '15', '60', 'hidden'] as const;
export type LockChoice = (typeof lockChoices)[number];

const standard: LockChoice = '15';

/** The choice of this device; null means 15 minutes. Change it with `changeChoice`. */
export const lockChoice: Choice<LockChoice> = createChoice(lockKey, lockChoices);

/** The choice, for code outside of React. */
export function currentLockChoice(): LockChoice {
  const stored = storage.get(lockChoice.key);
  return lockChoices.find((choice) => choice === stored) ?? standard;
}
