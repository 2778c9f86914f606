/** Which moods of a file an account has not yet, and how they are cut into parts (SPEC.md MOOD-2). */
import { contentId } from '../content-id.ts';
import { limits } from '../limits.ts';
import type { ExportedMoods, MoodContent, MoodEntry } from './fields.ts';

const dayMs = 86_400_000;

/** Moods of one line: those of one journal, or of one column. */
export type MoodLine = Pick<MoodContent, 'source' | 'name' | 'scale'>;

/** Names a line, for comparisons. */
export const lineKey = ({ source, name, scale }: MoodLine): string => JSON.stringify([source, name, scale]);

/** What tells one mood of a file, or of an account, from another. */
const entryKey = (line: string, { at, value, label, words }: MoodEntry) =>
  JSON.stringify([line, Date.parse(at), value, label, words]);

/**
 * What two files of one journal say alike of a mood: they may place its time in two zones, or its day at another hour, and one
 * may know more words.
 */
function commonKey(line: string, { at, offset, moment, value, label }: MoodEntry) {
  const clock = Date.parse(at) + offset * 60_000;
  return JSON.stringify([line, moment === 'day' ? Math.floor(clock / dayMs) : clock, value, label]);
}

/** A part of a line, under an id that depends on what it says. */
async function partOf(line: MoodLine, entries: readonly MoodEntry[]): Promise<ExportedMoods> {
  const _id = await contentId('moods', [lineKey(line), JSON.stringify(entries)]);
  return { _id, ...line, entries: [...entries] };
}

/** Cuts the moods of a line into parts that can be stored. */
export async function partsOfLine(line: MoodLine, entries: readonly MoodEntry[]): Promise<ExportedMoods[]> {
  const parts: MoodEntry[][] = [[]];
  let bytes = 0;
  for (const entry of entries) {
    const size = new TextEncoder().encode(JSON.stringify(entry)).length + 1;
    const last = parts.at(-1);
    bytes += size;
    if (last && last.length < limits.moods.entries && bytes < limits.moods.bytes) last.push(entry);
    else {
      parts.push([entry]);
      bytes = size;
    }
  }
  return Promise.all(parts.filter((part) => part.length > 0).map((part) => partOf(line, part)));
}

/** What an account has not yet of some parts. */
export interface NewMoods {
  readonly parts: readonly ExportedMoods[];
  /** Moods that are stored already. */
  readonly same: number;
  /** Moods that are in the file more than once. */
  readonly repeated: number;
}

/**
 * The moods that are not stored yet. A part of which only some are new has an id of its own, and so has one whose id is
 * taken: nothing that is stored changes.
 * @param nameOf makes the id that is used in place of one that was made from a content
 */
export async function newMoods(
  given: readonly ExportedMoods[],
  stored: readonly (MoodContent & { readonly _id: string })[],
  nameOf: (id: string) => Promise<string> = async (id) => id,
): Promise<NewMoods> {
  const sent = new Set(given.flatMap((part) => part.entries.map((entry) => entryKey(lineKey(part), entry))));
  const known = new Set<string>();
  /** How many stored moods may be in the file in other words or another zone; each stands for one of its moods. */
  const likely = new Map<string, number>();
  for (const part of stored)
    for (const entry of part.entries) {
      const [key, common] = [entryKey(lineKey(part), entry), commonKey(lineKey(part), entry)];
      if (!sent.has(key) && !known.has(key)) likely.set(common, (likely.get(common) ?? 0) + 1);
      known.add(key);
    }
  const taken = new Set(stored.map(({ _id }) => _id));
  const seen = new Set<string>();
  const parts: ExportedMoods[] = [];
  let [same, repeated] = [0, 0];
  for (const part of given) {
    const line = lineKey(part);
    const entries = part.entries.filter((entry) => {
      const key = entryKey(line, entry);
      const common = commonKey(line, entry);
      const left = likely.get(common) ?? 0;
      if (known.has(key)) same += 1;
      else if (seen.has(key)) repeated += 1;
      else {
        seen.add(key);
        if (left === 0) return true;
        likely.set(common, left - 1);
        same += 1;
      }
      return false;
    });
    const { source, name, scale } = part;
    if (entries.length === 0) continue;
    const whole = await nameOf(part._id);
    const isWhole = entries.length === part.entries.length && !taken.has(whole);
    const made = isWhole ? part : { ...part, ...(await partOf({ source, name, scale }, entries)) };
    const added = { ...made, _id: isWhole ? whole : await nameOf(made._id) };
    taken.add(added._id);
    parts.push(added);
  }
  return { parts, same, repeated };
}

/** Number of moods in some parts. */
export const moodCount = (parts: readonly { readonly entries: readonly unknown[] }[]): number =>
  parts.reduce((sum, { entries }) => sum + entries.length, 0);
