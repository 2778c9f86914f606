import * as z from 'zod/mini';
import { limits } from '../limits.ts';
import { readJson } from '../record.ts';

/**
 * The form in which two spellings of one tag are equal (SPEC.md TAG-2): without white space at the ends, case, and
 * differences of Unicode normalisation.
 */
export function tagKey(tag: string): string {
  return tag.trim().normalize('NFC').toLowerCase().normalize('NFC');
}

/** A tag, trimmed (SPEC.md TAG-1). Not zod's maxLength: that one counts code points, a form field UTF-16 code units. */
const tagSchema = z.string().check(
  z.trim(),
  z.refine((tag) => tag !== '' && tag.length <= limits.tag.max),
);

const allDiffer = (tags: readonly string[]) => new Set(tags.map(tagKey)).size === tags.length;

/** The tags of one scan, in the order in which they were chosen (SPEC.md TAG-1, TAG-2). */
const tagsSchema = z.array(tagSchema).check(z.maxLength(limits.tagsOfScan), z.refine(allDiffer));

/**
 * The text that is sealed for the tags of a scan (SPEC.md TAG-3); null for no tags, for which nothing is sealed.
 * @throws ZodError for tags that break a rule
 */
export function textOfTags(tags: readonly string[]): string | null {
  const sound = z.parse(tagsSchema, tags);
  return sound.length === 0 ? null : JSON.stringify(sound);
}

const dayMs = 86_400_000;

/** A scan as input of {@link offeredTags}. */
export interface TaggedScan {
  /** Time of the scan, milliseconds. */
  readonly at: number;
  readonly tags: readonly string[];
}

/** A tag with the number of scans that have it. */
export interface UsedTag {
  readonly tag: string;
  readonly count: number;
}

/** The tags of some scans, the most used first; each as it was last written (SPEC.md TAG-5). */
export function usedTags(scans: readonly TaggedScan[]): readonly UsedTag[] {
  const uses = new Map<string, { tag: string; count: number; last: number }>();
  for (const { at, tags } of scans) {
    for (const tag of tags) {
      const key = tagKey(tag);
      const known = uses.get(key);
      if (!known) uses.set(key, { tag, count: 1, last: at });
      else
        uses.set(key, {
          tag: at >= known.last ? tag : known.tag,
          count: known.count + 1,
          last: Math.max(at, known.last),
        });
    }
  }
  return [...uses.values()]
    .sort((one, other) => other.count - one.count || other.last - one.last)
    .map(({ tag, count }) => ({ tag, count }));
}

/**
 * The tags that are offered for a scan, most used first (SPEC.md TAG-4).
 * @param removed keys of the tags that the person does not want to be offered
 */
export function offeredTags(
  scans: readonly TaggedScan[],
  now: number,
  removed: ReadonlySet<string>,
): readonly string[] {
  const since = now - limits.tagsOffered.days * dayMs;
  const recent = scans.filter(({ at }) => at >= since && at <= now + limits.clockAheadMs);
  return usedTags(recent)
    .map(({ tag }) => tag)
    .filter((tag) => !removed.has(tagKey(tag)))
    .slice(0, limits.tagsOffered.max);
}

/**
 * The tags of a scan with another one in the place of `from`, once where it has both (SPEC.md TAG-6); null when the scan
 * does not have it as it is.
 */
export function replacedTag(tags: readonly string[], from: string, to: string): readonly string[] | null {
  const [old, next] = [tagKey(from), to.trim()];
  const at = tags.findIndex((tag) => tagKey(tag) === old);
  if (at === -1 || tags[at] === next) return null;
  const others = tags.map((tag, index) => (index === at ? next : tag));
  return others.filter((tag, index) => index === at || tagKey(tag) !== tagKey(next));
}

/** The tags of a scan without one, in any spelling (SPEC.md ERASE-2); null when the scan does not have it. */
export function withoutTag(tags: readonly string[], gone: string): readonly string[] | null {
  const others = tags.filter((tag) => tagKey(tag) !== tagKey(gone));
  return others.length === tags.length ? null : others;
}

/**
 * The tags of a scan that were changed here and elsewhere since `before`: the own choice without what was taken away there, then
 * what was added there (SPEC.md TAG-7).
 */
export function mergedTags(
  before: readonly string[],
  own: readonly string[],
  theirs: readonly string[],
): readonly string[] {
  const known = new Map(before.map((tag) => [tagKey(tag), tag]));
  const there = new Map(theirs.map((tag) => [tagKey(tag), tag]));
  const here = new Set(own.map(tagKey));
  const kept = own.flatMap((tag) => {
    const key = tagKey(tag);
    if (known.has(key) && !there.has(key)) return [];
    // A spelling that was not changed here may have been there.
    return [known.get(key) === tag ? (there.get(key) ?? tag) : tag];
  });
  const added = theirs.filter((tag) => !known.has(tagKey(tag)) && !here.has(tagKey(tag)));
  return [...kept, ...added].slice(0, limits.tagsOfScan);
}

/** The tags in an opened envelope; null when it holds no list of tags (SPEC.md TAG-3). */
export function tagsOfText(text: string): readonly string[] | null {
  return z.safeParse(tagsSchema, readJson(text)).data ?? null;
}
