import { toHex } from '@nuances/domain/hex';

/**
 * Parameters of a passkey's slot: the id of its credential (base64url), a dot, and the input of the WebAuthn extension `prf`, 32
 * random bytes in hexadecimal.
 */
export function newPasskeyParameters(credentialId: string): string {
  const input = crypto.getRandomValues(new Uint8Array(32));
  return `${credentialId}.${toHex(input)}`;
}

/** Credential id and input of a slot's parameters; null when they cannot be read. */
export function readPasskeyParameters(
  parameters: string,
): { readonly credentialId: string; readonly input: string } | null {
  const [, credentialId = '', input = ''] = /^([\w-]+)\.([0-9a-f]{64})$/.exec(parameters) ?? [];
  return credentialId === '' ? null : { credentialId, input };
}

/**
 * The secret of a passkey's slot: the result of `prf`. Null when the passkey has none, which some authenticators say by an
 * empty result: it logs in only.
 */
export function passkeySecret(result: ArrayBuffer | null): Uint8Array<ArrayBuffer> | null {
  return result?.byteLength === 32 ? new Uint8Array(result) : null;
}
