/**
 * What came of an attempt to open. `wrong`: not this passphrase or code; `refused`: the server gave something that this
 * device does not take, see `warning`; `unknownHere`: there is no network, and this device has never opened the vault;
 * `stopped`: no passkey was presented; `logsIn`: the passkey gives no secret.
 */
export type Opening = 'open' | 'wrong' | 'refused' | 'unknownHere' | 'stopped' | 'logsIn';

/** Opens the vault. Takes up to two seconds. @throws as the calls do */
export async function openByPassphrase(_passphrase: string): Promise<Opening> {
  throw new Error('not built yet');
}

/** @param text as it was typed; `readRecoveryCode` tells beforehand whether it can be one */
export async function openByRecoveryCode(_text: string): Promise<Opening> {
  throw new Error('not built yet');
}

/** Asks for a passkey that opens the vault. Call it in the press of a button. */
export async function openByPasskey(): Promise<Opening> {
  throw new Error('not built yet');
}

/** The person compared the eight words of this device with another one: they are the same. */
export function confirmFingerprint(): void {
  throw new Error('not built yet');
}

/** They are different: closes the vault here, and takes nothing more of this key. */
export async function refuseFingerprint(): Promise<void> {
  throw new Error('not built yet');
}
