import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { limits } from '../limits.ts';
import { textOfVaultMoods, vaultMoodsOf } from '../vault/content.ts';
import { exportedMoodsSchema, readMoodContent, type ExportedMoods, type MoodEntry } from './fields.ts';
import { dayOfMood, moodCourse, wholeLines } from './mood-lines.ts';
import { moodCount, newMoods, partsOfLine } from './new-moods.ts';

const line = { source: 'daylio', name: '', scale: 5 } as const;
const mood = (at: string, value = 4, more: Partial<MoodEntry> = {}): MoodEntry => ({
  ...{ at, offset: 120, moment: 'exact', value, label: 'good', words: [] },
  ...more,
});
const days = (count: number, from = Date.UTC(2026, 0, 1)) =>
  Array.from({ length: count }, (_, day) => mood(new Date(from + day * 86_400_000).toISOString(), (day % 5) + 1));
const partOf = async (entries: readonly MoodEntry[]): Promise<ExportedMoods> => {
  const [part] = await partsOfLine(line, entries);
  return part ?? expect.fail('no part');
};

describe('moods of another journal', () => {
  it('MOOD-1: a value is on its scale, a part has at least one mood and at most 500', async () => {
    const part = await partOf(days(2));
    expect(exportedMoodsSchema.safeParse(part).success).toBe(true);
    for (const other of [
      { ...part, entries: [mood('2026-01-01T00:00:00.000Z', 6)] },
      { ...part, entries: [] },
      { ...part, entries: days(501) },
      { ...part, scale: 7 },
      { ...part, source: 'elsewhere' },
      { ...part, entries: [mood('soon')] },
      { ...part, entries: [mood('2026-01-01T00:00:00.000Z', 4, { words: [''] })] },
    ])
      expect(exportedMoodsSchema.safeParse(other).success, JSON.stringify(other).slice(0, 80)).toBe(false);
    expect(readMoodContent(part)).toEqual({ ...line, entries: part.entries });
    expect(vaultMoodsOf(textOfVaultMoods(part))).toEqual({ ...line, entries: part.entries });
  });

  it('MOOD-1: parts hold all moods, and each can be stored', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(1_200), fc.nat(20), async (count, words) => {
        const entries = days(count).map((one) => ({ ...one, words: Array(words).fill('é'.repeat(60)) }));
        const parts = await partsOfLine(line, entries);
        expect(parts.flatMap((part) => part.entries)).toEqual(entries);
        for (const part of parts) expect(exportedMoodsSchema.safeParse(part).success).toBe(true);
      }),
      { numRuns: 20 },
    );
  });

  it('MOOD-2: the same file adds nothing, a longer one what is new, under ids that are free', async () => {
    const stored = await partsOfLine(line, days(700));
    expect(await newMoods(stored, stored)).toEqual({ parts: [], same: 700, repeated: 0 });
    const later = await newMoods(await partsOfLine(line, days(710)), stored);
    expect({ ...later, parts: moodCount(later.parts) }).toEqual({ parts: 10, same: 700, repeated: 0 });
    expect(stored.map(({ _id }) => _id)).not.toContain(later.parts[0]?._id);
    // One that was removed in part comes back under another id.
    const [first] = stored;
    const left = first ? [{ ...first, entries: first.entries.slice(1) }] : [];
    const again = await newMoods(first ? [first] : [], left);
    expect(again).toMatchObject({ same: 499, parts: [{ entries: [first?.entries[0]] }] });
    expect(again.parts[0]?._id).not.toBe(first?._id);
  });

  it('MOOD-2: twice in a file is added once; another line, value or name is another mood', async () => {
    const one = mood('2026-01-01T10:00:00.000Z');
    const both = [await partOf([one]), await partOf([one, { ...one, value: 2 }, { ...one, label: 'ok' }])];
    const found = await newMoods(both, []);
    expect({ ...found, parts: moodCount(found.parts) }).toEqual({ parts: 3, same: 0, repeated: 1 });
    const elsewhere = (await partsOfLine({ ...line, source: 'journiv' }, [one])).concat(both);
    expect(moodCount((await newMoods(elsewhere, [])).parts)).toBe(4);
  });

  it('MOOD-2: other words, and the hour that comes twice in autumn, are other moods', async () => {
    const summer = mood('2026-10-25T00:30:00.000Z', 4, { words: ['walk'] });
    const other = { ...summer, words: ['family'] };
    const winter = { ...summer, at: '2026-10-25T01:30:00.000Z', offset: 60 };
    const all = [await partOf([summer, other, winter])];
    expect(await newMoods(all, [])).toEqual({ parts: all, same: 0, repeated: 0 });
    expect(await newMoods(all, all)).toEqual({ parts: [], same: 3, repeated: 0 });
    for (const [one, missing] of [[summer, winter] as const, [winter, summer] as const]) {
      const { parts, same } = await newMoods([await partOf([summer, winter])], [await partOf([one])]);
      expect({ same, added: parts.flatMap(({ entries }) => entries) }).toEqual({ same: 1, added: [missing] });
    }
    // Read in another zone, or with a word more, it is the same mood.
    const moved = [await partOf([{ ...summer, at: '2026-10-24T22:30:00.000Z', offset: 240, words: ['walk', 'tea'] }])];
    expect(await newMoods(moved, all)).toEqual({ parts: [], same: 1, repeated: 0 });
  });

  it('MOOD-3: a mood is of the day of its own clock', () => {
    const late = mood('2026-01-01T23:30:00.000Z', 4, { offset: 60 });
    expect(dayOfMood(late) - dayOfMood({ ...late, offset: 0 })).toBe(1);
    expect(dayOfMood({ ...late, at: '2026-01-02T00:30:00+01:00', offset: 0 })).toBe(dayOfMood({ ...late, offset: 0 }));
  });

  it('MOOD-3: by days, weeks and months, with mean, lowest and highest', () => {
    const short = moodCourse([mood('2026-01-01T10:00:00Z', 2), mood('2026-01-01T12:00:00Z', 5)]);
    expect(short).toMatchObject({ unit: 'day', spans: [{ count: 2, mean: 3.5, lowest: 2, highest: 5 }] });
    expect(moodCourse(days(62)).unit).toBe('day');
    expect(moodCourse(days(63)).unit).toBe('week');
    const years = moodCourse(days(900));
    expect(years.unit).toBe('month');
    expect(years.spans.reduce((sum, { count }) => sum + count, 0)).toBe(900);
  });

  it('MOOD-3: parts of one line are one line, the latest line first', async () => {
    const parts = [
      ...(await partsOfLine({ source: 'table', name: 'Humeur', scale: 10 }, days(3))),
      ...(await partsOfLine(line, days(1_000).toReversed())),
    ];
    const lines = wholeLines(parts);
    expect(lines.map(({ source, entries, parts: ids }) => [source, entries.length, ids.length])).toEqual([
      ['daylio', 1_000, 2],
      ['table', 3, 1],
    ]);
    expect(lines[0]?.entries[0]?.at).toBe('2026-01-01T00:00:00.000Z');
    expect(limits.moods.entries).toBe(500);
  });
});
