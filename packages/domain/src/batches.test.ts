import { describe, expect, it } from 'vitest';
import { batchesOf } from './batches.ts';

const most = { items: 25, bytes: 1_000 };

async function sizesOf(texts: readonly (string | null)[], pause?: () => Promise<void>) {
  const batches: (readonly { text: string }[])[] = [];
  for await (const batch of batchesOf(texts, async (text) => (text === null ? null : { text }), most, pause))
    batches.push(batch);
  expect(batches.flat().map(({ text }) => text)).toEqual(texts.filter((text) => text !== null));
  return batches.map(({ length }) => length);
}

describe('the batches of calls', () => {
  it('have all items in their order, and no more than a call takes', async () => {
    expect(await sizesOf([])).toEqual([]);
    expect(await sizesOf(Array.from({ length: 60 }, (_, index) => `${index}`))).toEqual([25, 25, 10]);
    // 84 characters and a comma each.
    expect(await sizesOf(Array.from({ length: 12 }, (_, index) => `${index % 10}`.repeat(73)))).toEqual([11, 1]);
  });

  it('count what is sent, not its characters', async () => {
    expect(await sizesOf(Array.from({ length: 12 }, () => 'ж'.repeat(73)))).toEqual([6, 6]);
  });

  it('leave out what is null, and send alone what is longer than a call', async () => {
    expect(await sizesOf([null, 'a', null])).toEqual([1]);
    expect(await sizesOf([null])).toEqual([]);
    expect(await sizesOf(['a', 'b'.repeat(2_000), 'c'])).toEqual([1, 1, 1]);
  });

  it('pause between the items', async () => {
    let pauses = 0;
    await sizesOf(['a', ...Array.from({ length: 24 }, () => 'b')], async () => void (pauses += 1));
    expect(pauses).toBe(3);
  });
});
