import { expect, it, vi } from 'vitest';
import { newPage } from '../../new-page-testing.ts';

it('a device whose database cannot be read is not cleared: it may hold what is on no server', async () => {
  vi.stubGlobal('navigator', {});
  const fetch = vi.fn(async () => Response.json({}));
  vi.stubGlobal('fetch', fetch);
  await newPage();
  await (await import('./clear-device.ts')).clearDevice();
  expect(fetch).not.toHaveBeenCalled();
});
