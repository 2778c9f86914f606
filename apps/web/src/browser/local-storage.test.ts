import { afterEach, describe, expect, it, vi } from 'vitest';
import { readScanKeys, writeScanKeys, clearScanKeys } from '../offline/scan-keys.ts';
import { storage } from './local-storage.ts';
import { stubBrowser } from './page-testing.ts';
import { contentOf } from '../offline/scan-testing.ts';

const refuse = () => {
  throw new DOMException('no', 'QuotaExceededError');
};

afterEach(() => {
  for (const key of ['a', 'answers', 'scoringValue', 'quizDuration', 'scanIdentity', 'earlierScans'])
    storage.remove(key);
  vi.unstubAllGlobals();
});

describe('storage', () => {
  it('stores in the browser what the browser accepts', () => {
    const kept = stubBrowser();
    storage.set('a', '1');
    expect(kept.get('a')).toBe('1');
    expect(storage.get('a')).toBe('1');
  });

  it('keeps in memory what a full or closed store refuses, and removes it on demand', () => {
    vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse, removeItem: refuse });
    storage.set('a', '2');
    expect(storage.get('a')).toBe('2');
    storage.remove('a');
    expect(storage.get('a')).toBeNull();
  });
});

describe('the mirror of a visitor’s scan', () => {
  const scan = {
    id: '11111111-1111-4111-8111-111111111111',
    owner: null,
    ...contentOf([7, 4, 9, 6, 3, 8, 7], 61),
    createdAt: '2026-11-20T20:14:00.000Z',
    kind: 'scan',
    refusal: null,
  } as const;

  it('returns the same scan, under the keys of the contract', () => {
    const kept = stubBrowser();
    writeScanKeys(scan, true);
    expect(kept.get('answers')).toBe('[7,4,9,6,3,8,7]');
    expect(kept.get('scoringValue')).toBe('18');
    expect(kept.get('quizDuration')).toBe('61');
    expect(readScanKeys()).toEqual(scan);
    clearScanKeys();
    expect(readScanKeys()).toBeNull();
    expect([...kept.keys()]).toEqual([]);
  });

  it('reads the scan of another client, with the same id each time', () => {
    const kept = stubBrowser();
    kept.set('answers', '[1,2,3,4,5,6,7]').set('scoringValue', '-14').set('quizDuration', '30');
    const first = readScanKeys();
    expect(first).toMatchObject({ owner: null, answers: [1, 2, 3, 4, 5, 6, 7], duration: 30 });
    expect(readScanKeys()).toEqual(first);
  });

  it.each(['', 'null', '[1,2,3]', '[1,2,3,4,5,6,70]', '{'])('reads no scan from %j', (text) => {
    stubBrowser().set('answers', text);
    expect(readScanKeys()).toBeNull();
  });
});
