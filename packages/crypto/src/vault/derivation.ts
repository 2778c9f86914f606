/** CryptoKey, by a name that is declared in the types of both browser and Node. */
export type WebKey = Parameters<typeof crypto.subtle.encrypt>[1];

/** Makes the bytes of a secret the input of a {@link derivation}. */
export async function importSecret(secret: Uint8Array<ArrayBuffer>): Promise<WebKey> {
  return crypto.subtle.importKey('raw', secret, 'HKDF', false, ['deriveKey', 'deriveBits']);
}

/** HKDF-SHA-256 for one purpose: no salt, because every secret here is random or has its salt already. */
export function derivation(label: string) {
  const info = new TextEncoder().encode(`nuances/vault/1/${label}`);
  return { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(), info };
}
