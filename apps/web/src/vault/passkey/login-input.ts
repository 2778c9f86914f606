/**
 * A login with a passkey that opens the vault in the same touch. A login does not know yet whose it is, so it asks with the
 * inputs that opened vaults on this device before; elsewhere the vault is opened by a second touch.
 */
import { fromHex } from '@nuances/domain/hex';
import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/browser';
import { storage } from '../../browser/local-storage.ts';
import type { askForPasskey } from '../../browser/passkeys.ts';
import type { PasskeyAnswer } from '../passkey-secrets.ts';
import { loadVault } from '../load-vault.ts';
import { pinsKey } from '../../keys/vault-mark.ts';

type Presented = NonNullable<Awaited<ReturnType<typeof askForPasskey>>>;

/** `prf` takes two inputs. Never rejects. */
async function inputsHere(): Promise<readonly string[]> {
  if (storage.get(pinsKey) === null || !globalThis.isSecureContext) return [];
  return import('../pins.ts').then(
    ({ pinnedInputs }) => pinnedInputs().slice(0, 2),
    () => [],
  );
}

/** The options of a login, which ask for the secret of a vault too where this device has opened one by a passkey. */
export async function withVaultInput<Options extends PublicKeyCredentialRequestOptionsJSON>(
  options: Options,
): Promise<Options> {
  const [first, second] = await inputsHere();
  if (first === undefined) return options;
  const inputs = { first: fromHex(first), ...(second !== undefined && { second: fromHex(second) }) };
  return { ...options, extensions: { ...options.extensions, prf: { eval: inputs } } };
}

/**
 * Opens the vault of the account that has just logged in with what its passkey gave; where that opens nothing, the opening page
 * asks. Never rejects.
 */
export async function openAfterLogin(owner: string, { credential, prf }: Presented): Promise<void> {
  const results = [prf.first, prf.second];
  if (results.every((result) => result === null)) return;
  try {
    // First: it closes what a former session of this device has left open too long.
    await loadVault(owner);
    const inputs = await inputsHere();
    const [{ passkeySecret }, { openByPasskey }] = await Promise.all([
      import('@nuances/crypto/vault/passkey-secret'),
      import('../open-vault.ts'),
    ]);
    for (const [at, result] of results.entries()) {
      const secret = passkeySecret(result);
      if (!secret) continue;
      const parameters = `${credential.id}.${inputs[at] ?? ''}`;
      const answer: PasskeyAnswer = { credentialId: credential.id, parameters, secret, former: null };
      if ((await openByPasskey(answer)) === 'open') return;
    }
  } catch {
    // The opening page is there.
  }
}
