import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { limits } from '../limits.ts';
import { mergedTags, offeredTags, replacedTag, tagKey, tagsOfText, textOfTags, usedTags, withoutTag } from './tags.ts';

const none: ReadonlySet<string> = new Set();

/** Tags that were sealed and read back; 'refused' when they may not be sealed. */
function kept(tags: readonly string[]): readonly string[] | null | 'refused' {
  try {
    const text = textOfTags(tags);
    return text === null ? null : tagsOfText(text);
  } catch {
    return 'refused';
  }
}

describe('tags of a scan', () => {
  it.each([
    [[], null],
    [
      ['sommeil', 'Amis'],
      ['sommeil', 'Amis'],
    ],
    [[' nuit\n'], ['nuit']],
    [['t'.repeat(24)], ['t'.repeat(24)]],
    [['t'.repeat(25)], 'refused'],
    [[`${'t'.repeat(24)} `], ['t'.repeat(24)]],
    [['🌸'.repeat(13)], 'refused'],
    [[''], 'refused'],
    [['  '], 'refused'],
    [
      ['1', '2', '3', '4', '5', '6', '7', '8'],
      ['1', '2', '3', '4', '5', '6', '7', '8'],
    ],
    [['1', '2', '3', '4', '5', '6', '7', '8', '9'], 'refused'],
  ])('TAG-1: %j become %j', (tags, result) => {
    expect(kept(tags)).toEqual(result);
  });

  it.each([
    [['amis', 'Amis'], 'refused'],
    [['amis', 'amis '], 'refused'],
    [['été', 'ÉTÉ'], 'refused'],
    [['e\u0301te\u0301', '\u00e9t\u00e9'], 'refused'],
    [
      ['ete', 'été'],
      ['ete', 'été'],
    ],
  ])('TAG-2: %j become %j', (tags, result) => {
    expect(kept(tags)).toEqual(result);
  });

  it.each(['', 'x', '{}', 'null', '["a","A"]', '[1]', '[""]', '"a"', JSON.stringify(Array.from('123456789'))])(
    'TAG-3: %s holds no tags',
    (text) => {
      expect(tagsOfText(text)).toBeNull();
    },
  );

  it('TAG-3: whatever may be sealed is read back, and its envelope is short enough', () => {
    const tag = fc.string({ unit: 'binary', maxLength: limits.tag.max }).map((text) => text.trim());
    const sound = fc
      .uniqueArray(
        tag.filter((text) => text !== '' && text.length <= limits.tag.max),
        { maxLength: limits.tagsOfScan, selector: tagKey },
      )
      .filter((tags) => tags.length > 0);
    fc.assert(
      fc.property(sound, (tags) => {
        const text = textOfTags(tags);
        expect(text).toBe(JSON.stringify(tags));
        expect(tagsOfText(text ?? '')).toEqual(tags);
      }),
    );
    // A lone surrogate is the longest: six characters in JSON. IV and tag are 28 bytes; base64 makes 4 of 3.
    const longest = textOfTags(Array.from({ length: 8 }, (_, index) => `${index}${'\ud800'.repeat(23)}`)) ?? '';
    expect(4 * Math.ceil((Buffer.byteLength(longest) + 28) / 3)).toBeLessThanOrEqual(limits.sealedTagsMaxBytes);
  });

  const dayMs = 86_400_000;
  const now = Date.UTC(2026, 10, 22, 12);
  const scan = (daysAgo: number, ...tags: string[]) => ({ at: now - daysAgo * dayMs, tags });

  it('TAG-4: the most used of the last 60 days come first, in their last spelling', () => {
    const scans = [
      scan(1, 'Amis', 'nuit'),
      scan(2, 'amis'),
      scan(60, 'trajet'),
      scan(60.01, 'vieux'),
      scan(3, 'trajet'),
    ];
    expect(offeredTags(scans, now, none)).toEqual(['Amis', 'trajet', 'nuit']);
    expect(offeredTags(scans.toReversed(), now, none)).toEqual(['Amis', 'trajet', 'nuit']);
    expect(offeredTags([], now, none)).toEqual([]);
  });

  it('TAG-4: at most five', () => {
    const scans = Array.from({ length: 20 }, (_, index) => scan(index, `mot ${index}`));
    expect(offeredTags(scans, now, none)).toEqual(scans.slice(0, 5).flatMap(({ tags }) => tags));
  });

  it('TAG-4: not those that were removed from the list', () => {
    const scans = [scan(1, 'Amis', 'nuit'), scan(2, 'amis')];
    expect(offeredTags(scans, now, new Set([tagKey('AMIS')]))).toEqual(['nuit']);
  });

  it('TAG-5: all tags of all scans, however old', () => {
    const scans = [scan(1, 'nuit'), scan(400, 'Amis', 'vieux'), scan(300, 'amis')];
    expect(usedTags(scans)).toEqual([
      { tag: 'amis', count: 2 },
      { tag: 'nuit', count: 1 },
      { tag: 'vieux', count: 1 },
    ]);
  });

  it.each([
    [['amis', 'sommeil'], 'Amis', 'amie', ['amie', 'sommeil']],
    [['amis', 'sommeil'], 'amis', ' Sommeil ', ['Sommeil']],
    [['sommeil', 'x', 'amis'], 'amis', 'sommeil', ['x', 'sommeil']],
    [['amis'], 'amis', 'Amis', ['Amis']],
    [['amis'], 'amis', 'amis', null],
    [['sommeil'], 'amis', 'amie', null],
  ])('TAG-6: in %j, %j becomes %j: %j', (tags, from, to, replaced) => {
    expect(replacedTag(tags, from, to)).toEqual(replaced);
  });
});

describe('an erased tag', () => {
  it('ERASE-2: is taken out in any spelling, and the others stay', () => {
    expect(withoutTag(['yoga', 'Cafe\u0301', 'amis'], 'café ')).toEqual(['yoga', 'amis']);
    expect(withoutTag(['yoga'], 'YOGA')).toEqual([]);
    expect(withoutTag(['yoga'], 'amis')).toBeNull();
  });
});

describe('tags that two devices have changed', () => {
  it.each([
    [['amis'], ['amies'], ['amis', 'sommeil'], ['amies', 'sommeil']],
    [['amis', 'trajet'], ['amis', 'trajet', 'nuit'], ['amis'], ['amis', 'nuit']],
    [['amis'], [], ['amis', 'sommeil'], ['sommeil']],
    [['amis'], ['amies'], ['famille'], ['amies', 'famille']],
    [[], ['Sommeil'], ['sommeil'], ['Sommeil']],
    [['amis'], ['amis', 'nuit'], ['Amis'], ['Amis', 'nuit']],
    [['amis'], ['AMIS'], ['Amis'], ['AMIS']],
    [['1'], ['1', '2', '3', '4', '5', '6', '7'], ['1', '8', '9'], ['1', '2', '3', '4', '5', '6', '7', '8']],
  ])('TAG-7: %j, here %j and there %j, become %j', (before, own, theirs, merged) => {
    expect(mergedTags(before, own, theirs)).toEqual(merged);
  });

  it('TAG-7: are as chosen here where nothing was changed there, and as there where nothing was changed here', () => {
    const tags = fc.uniqueArray(
      fc.string({ minLength: 1, maxLength: 3 }).filter((tag) => tagKey(tag) !== ''),
      {
        maxLength: limits.tagsOfScan,
        selector: tagKey,
      },
    );
    fc.assert(
      fc.property(tags, tags, (before, changed) => {
        expect(mergedTags(before, changed, before)).toEqual(changed);
        expect(new Set(mergedTags(before, before, changed))).toEqual(new Set(changed));
      }),
    );
  });
});
