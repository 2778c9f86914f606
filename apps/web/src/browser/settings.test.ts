import { expect, test } from 'vitest';
import * as settings from './settings.ts';

test('every setting stays after a logout; one that did not would keep the device from being cleared', () => {
  const keys = Object.values(settings).flatMap((one) => ('key' in one ? [one.key] : []));
  expect(keys.length).toBeGreaterThan(10);
  expect(settings.settingKeys).toEqual(expect.arrayContaining(keys));
});
