import { createHmac, randomBytes } from 'node:crypto';
import { deriveKey, type MasterKey } from './master-key.ts';
import { equalSecrets } from './tokens.ts';

/** Signs and reads tokens by which the server recognises a device on which an account has logged in. */
export interface DeviceTokens {
  /** Returns a token for a device of this account; it contains no id of the account. */
  sign(userId: string): string;
  /** Returns the random id of the device in a token that was signed for this account; null for any other text. */
  read(userId: string, token: string): string | null;
}

/** Device tokens: `id.signature`, 128 random bits and HMAC-SHA-256 over account and id, in base64url. */
export function createDeviceTokens(master: MasterKey): DeviceTokens {
  const key = deriveKey(master, 'device-token');
  const signatureOf = (userId: string, id: string) =>
    createHmac('sha256', key)
      .update(JSON.stringify([userId, id]), 'utf8')
      .digest('base64url');

  return {
    sign(userId) {
      const id = randomBytes(16).toString('base64url');
      return `${id}.${signatureOf(userId, id)}`;
    },
    read(userId, token) {
      const [id, signature, ...rest] = token.split('.');
      if (id === undefined || signature === undefined || rest.length > 0) return null;
      return equalSecrets(signature, signatureOf(userId, id)) ? id : null;
    },
  };
}
