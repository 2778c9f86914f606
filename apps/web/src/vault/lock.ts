import { createChoice, type Choice } from '../browser/setting.ts';

/** Minutes without use after which the vault closes by itself on this device, or as soon as the page is hidden. */
export const lockChoices = ['1', '5', '15', '60', 'hidden'] as const;

/** The choice of this device; null means 15 minutes. Change it with `changeChoice`. */
export const lockChoice: Choice<(typeof lockChoices)[number]> = createChoice('nuances.lock', lockChoices);

/** Closes the vault in every tab of this device: keys and opened content leave memory and storage. Never rejects. */
export async function lockNow(): Promise<void> {
  throw new Error('not built yet');
}
