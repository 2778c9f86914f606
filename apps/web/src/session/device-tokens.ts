/**
 * Tokens that prove to the server that an account was opened on this device. They log nobody in, name no account, and
 * stay after a logout: wrong passwords tried on other devices do not lock this device out.
 */
import { limits } from '@nuances/domain/limits';
import { storage } from '../browser/local-storage.ts';

export const deviceTokensKey = 'nuances.devices';
/** A token contains no space. */
const separator = ' ';

/** The tokens of this device, newest first. */
export function readDeviceTokens(): string[] {
  const text = storage.get(deviceTokensKey);
  return text === null ? [] : text.split(separator).slice(0, limits.deviceTokens.max);
}

/** Adds the token of a login as the first one, and removes the oldest ones that a login may not send. */
export function storeDeviceToken(token: string): void {
  const others = readDeviceTokens().filter((other) => other !== token);
  storage.set(deviceTokensKey, [token, ...others].slice(0, limits.deviceTokens.max).join(separator));
}
