/**
 * Parameters of a passkey's slot: the id of its credential (base64url), a dot, and the input of the WebAuthn extension `prf`, 32
 * random bytes in hexadecimal.
 */
export function newPasskeyParameters(credentialId: string): string {
  const input = crypto.getRandomValues(new Uint8Array(32));
  return `${credentialId}.${Array.from(input, (byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}

/** The input in a slot's parameters. */
export const inputOf = (parameters: string) => parameters.split('.').at(-1);

/**
 * The secret of a passkey's slot: the result of `prf`. Null when the passkey has none, which some authenticators say by an
 * empty result: it logs in only.
 */
export function passkeySecret(result: ArrayBuffer | null): Uint8Array<ArrayBuffer> | null {
  return result?.byteLength === 32 ? new Uint8Array(result) : null;
}
