import { toHex } from '@nuances/domain/hex';

/** Where pages have Web Crypto. @returns hexadecimal digits */
export async function sha256(text: string): Promise<string> {
  return toHex(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))));
}
