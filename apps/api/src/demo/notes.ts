import { axisIds, type NoteCategory } from '@nuances/domain/axes';
import { answerOf, polarityOf } from '@nuances/domain/scan/scoring';
import { deterministicUuid } from '../notes/deterministic-uuid.ts';
import { leasTexts, type NoteText } from './note-texts.ts';
import { hashedRandom, dayMs, type DemoScan } from './personas.ts';

export interface DemoNote {
  readonly id: string;
  readonly title: string;
  readonly text: string;
  readonly categoryId: NoteCategory;
  readonly scanResultId: string | null;
  readonly createdAt: Date;
}

/** How far a day's answer on an axis is from the middle; notes are about the most extreme ones. */
const loudness = (answer: number) => Math.abs(answer - 5.5);

/** Categories that fit a scan, best first. */
function reasonsOf({ answers, id }: DemoScan): readonly { category: NoteCategory; side: 'high' | 'low' }[] {
  const axes = axisIds
    .map((category) => ({ category, answer: answerOf(answers, category) }))
    .toSorted((a, b) => loudness(b.answer) - loudness(a.answer))
    .map(({ category, answer }) => ({
      category,
      side: polarityOf(answer) === 'positive' ? ('high' as const) : ('low' as const),
    }));
  const other = {
    category: 'other' as const,
    side: hashedRandom(id, 'other side') < 0.75 ? ('high' as const) : ('low' as const),
  };
  return hashedRandom(id, 'other') < 0.12 ? [other, ...axes] : axes;
}

/** Picks an unused text of a category and side, deterministically; null when all are used. */
function createTextPicker() {
  const left = new Map<string, NoteText[]>();
  return (purpose: string, category: NoteCategory, side: 'high' | 'low'): NoteText | null => {
    const name = `${category}/${side}`;
    const liking = (text: NoteText) => hashedRandom(purpose, String(text));
    const texts = (left.get(name) ?? leasTexts[category][side]).toSorted((a, b) => liking(a) - liking(b));
    left.set(name, texts);
    return texts.shift() ?? null;
  };
}

/**
 * Notes written after some of the scans, newest first, so that the last weeks get texts first; no text is used
 * twice. Not sealed yet.
 * @param scans oldest first
 */
export function notesOf(scans: readonly DemoScan[], now: Date): DemoNote[] {
  const take = createTextPicker();
  const dayOf = (at: Date) => Math.floor(at.getTime() / dayMs);
  const yesterday = dayOf(now) - 1;
  return scans
    .toReversed()
    .filter(({ id, createdAt }) => dayOf(createdAt) === yesterday || hashedRandom(id, 'writes') < 0.36)
    .flatMap((scan) => {
      for (const { category, side } of reasonsOf(scan)) {
        const chosen = take(scan.id, category, side);
        if (chosen === null) continue;
        const [title, text] = typeof chosen === 'string' ? ['', chosen] : chosen;
        const isLinked = category !== 'other' && hashedRandom(scan.id, 'linked') < 0.8;
        return {
          id: deterministicUuid(`nuances-demo/note/${scan.id}`),
          title,
          text,
          categoryId: category,
          scanResultId: isLinked ? scan.id : null,
          createdAt: new Date(
            scan.createdAt.getTime() + Math.round(60_000 * (3 + 20 * hashedRandom(scan.id, 'later'))),
          ),
        };
      }
      return [];
    });
}
