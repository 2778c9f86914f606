import { expect, it, vi } from 'vitest';
import { unpinVault } from './pins.ts';

it('an account without pins is forgotten also in a page that has no Web Crypto, over http', async () => {
  vi.stubGlobal('crypto', {});
  await expect(unpinVault('u1')).resolves.toBeUndefined();
});
