import { describe, expect, it } from 'vitest';
import { readList } from './list-stream.ts';

async function* inPieces(text: string, size: number): AsyncGenerator<string> {
  for (let at = 0; at < text.length; at += size) yield await Promise.resolve(text.slice(at, at + size));
}

async function read(text: string, size: number) {
  const entries: unknown[] = [];
  const whole = await readList(inPieces(text, size), 'notes', (some) => Promise.resolve(void entries.push(...some)));
  return { entries, whole };
}

const notes = [
  { _id: 'a', text: 'plain', deep: { inside: [{ x: 1 }, '}'] } },
  { _id: 'b', text: 'braces } { ] [ "quoted\\" and \u00e9 😊' },
  { _id: 'c', text: '' },
];
const answer = JSON.stringify({ result: { data: { notes, hash: 'h' } } });

describe('a list that is read while it arrives', () => {
  it.each([1, 2, 7, 64, 100_000])('is whole in pieces of %i characters', async (size) => {
    expect(await read(answer, size)).toEqual({ entries: notes, whole: { result: { data: { notes: [], hash: 'h' } } } });
  });

  it.each([1, 100])('may be empty (pieces of %i)', async (size) => {
    const empty = { result: { data: { notes: [], hash: 'h' } } };
    expect(await read(JSON.stringify(empty), size)).toEqual({ entries: [], whole: empty });
  });

  it('hands over what has arrived before the rest is there', async () => {
    let handed = 0;
    async function* slowly() {
      yield answer.slice(0, answer.indexOf('"b"'));
      await Promise.resolve();
      expect(handed).toBe(1);
      yield answer.slice(answer.indexOf('"b"'));
    }
    await readList(slowly(), 'notes', (some) => Promise.resolve(void (handed += some.length)));
    expect(handed).toBe(3);
  });

  it.each([answer.slice(0, -1), answer.slice(0, answer.indexOf('"c"')), '', 'null notes', '{"error":'])(
    'that ends early is none (%#)',
    async (text) => {
      await expect(read(text, 16)).rejects.toThrow(SyntaxError);
    },
  );
});
