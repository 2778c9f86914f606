/**
 * Tokens that tell the server an account was opened on this device. They log nobody in and name no
 * account, and stay after a logout: wrong passwords that others try do not lock this device out.
 */
import { limits } from '@nuances/domain/limits';
import { storage } from '../browser/local-storage.ts';

export const deviceTokensKey = 'nuances.devices';
/** No token of ours holds a space. */
const separator = ' ';

/** The tokens of this device, that of the last login first. */
export function readDeviceTokens(): string[] {
  const text = storage.get(deviceTokensKey);
  return text === null ? [] : text.split(separator).slice(0, limits.deviceTokens.max);
}

/** Keeps the token of a login, first, and forgets the oldest beyond what a login may send. */
export function keepDeviceToken(token: string): void {
  const others = readDeviceTokens().filter((other) => other !== token);
  storage.set(deviceTokensKey, [token, ...others].slice(0, limits.deviceTokens.max).join(separator));
}
