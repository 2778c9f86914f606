import { beforeEach, describe, expect, test, vi } from 'vitest';
import { saveDraft, readDraft } from './draft.ts';

const kept = new Map<string, string>();
const store = {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => kept.set(key, value),
  removeItem: (key: string) => kept.delete(key),
};

beforeEach(() => {
  kept.clear();
  vi.stubGlobal('localStorage', store);
});

describe('the draft of a profile', () => {
  test('comes back to the person who typed it, and to nobody else', () => {
    saveDraft('a', { passion: 'Old maps', gender: 'female' });
    expect(readDraft('a')).toEqual({ passion: 'Old maps', gender: 'female' });
    expect(readDraft('b')).toEqual({});
  });

  test('goes when nothing is left to save', () => {
    saveDraft('a', { passion: 'Old maps' });
    saveDraft('a', {});
    expect(kept.size).toBe(0);
  });

  test.each(['', 'null', '[]', '{', '"x"', '{"username":"x","passion":3}'])('%j holds nothing', (text) => {
    saveDraft('a', { passion: 'x' });
    const [key] = [...kept.keys()];
    kept.set(key ?? '', text);
    expect(readDraft('a')).toEqual({});
  });

  test('an unknown gender reads as none', () => {
    saveDraft('a', { gender: 'male' });
    const [key] = [...kept.keys()];
    kept.set(key ?? '', '{"gender":"x"}');
    expect(readDraft('a')).toEqual({ gender: '' });
  });

  test('a store that refuses takes nothing down: the page keeps it', () => {
    vi.stubGlobal('localStorage', {
      getItem: () => {
        throw new Error('closed');
      },
      setItem: () => {
        throw new Error('full');
      },
    });
    expect(() => saveDraft('a', { passion: 'x' })).not.toThrow();
    expect(readDraft('a')).toEqual({ passion: 'x' });
  });
});
