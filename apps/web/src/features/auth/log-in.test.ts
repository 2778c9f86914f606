import { limits } from '@nuances/domain/limits';
import { beforeEach, expect, it } from 'vitest';
import { storage } from '../../browser/local-storage.ts';
import { deviceTokensKey } from '../../session/session-store.ts';
import { readDeviceTokens, storeDeviceToken } from './log-in.ts';

beforeEach(() => storage.remove(deviceTokensKey));

it('keeps the newest token first, each only once, and at most as many as a login may send', () => {
  expect(readDeviceTokens()).toEqual([]);
  for (const token of ['a', 'b', 'a']) storeDeviceToken(token);
  expect(readDeviceTokens()).toEqual(['a', 'b']);
  for (let index = 0; index < 9; index += 1) storeDeviceToken(`t${index}`);
  expect(readDeviceTokens()).toHaveLength(limits.deviceTokens.max);
  expect(readDeviceTokens()[0]).toBe('t8');
});
