import fc from 'fast-check';
import { expect, it, vi } from 'vitest';
import { jsonBytes } from './json-bytes.ts';

const textOf = async (value: unknown) => new TextDecoder().decode(await jsonBytes(value));

it('any value is written as JSON.stringify writes it', async () => {
  await fc.assert(
    fc.asyncProperty(fc.jsonValue(), async (value) => {
      expect(await textOf(value)).toBe(JSON.stringify(value));
    }),
  );
});

it('long lists are written whole, at any depth and beside others, with what JSON leaves out', async () => {
  const scans = Array.from({ length: 2_500 }, (_, index) => ({ _id: `é${index}`, kept: [], note: undefined }));
  const value = {
    queries: [{ data: scans, meta: undefined }, { data: [scans.slice(0, 1_001), [undefined, 1]] }],
    at: 1,
  };
  expect(await textOf(value)).toBe(JSON.stringify(value));
});

it('the page gets its turn between the parts of a long list', async () => {
  const channel = vi.spyOn(MessagePort.prototype, 'postMessage');
  await jsonBytes(Array.from({ length: 5_000 }, (_, index) => index));
  expect(channel).toHaveBeenCalledTimes(5);
  channel.mockRestore();
});
