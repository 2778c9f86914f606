import { axisIds, type NoteCategory } from '@nuances/domain/axes';
import { polarityOf } from '@nuances/domain/scoring';
import { namedId } from '../named-id.ts';
import { leasTexts, type NoteText } from './note-texts.ts';
import { chance, type DemoScan } from './personas.ts';

export interface DemoNote {
  readonly id: string;
  readonly title: string;
  readonly text: string;
  readonly categoryId: NoteCategory;
  readonly scanResultId: string | null;
  readonly createdAt: Date;
}

/** How much a day's answer on an axis stands out; what stands out is what is written about. */
const loudness = (answer: number) => Math.abs(answer - 5.5);

/** Categories that a scan gives reason to write in, the best reason first. */
function reasonsOf({ answers, id }: DemoScan): readonly { category: NoteCategory; side: 'high' | 'low' }[] {
  const axes = axisIds
    .map((category, index) => ({ category, answer: answers[index] ?? 0 }))
    .toSorted((a, b) => loudness(b.answer) - loudness(a.answer))
    .map(({ category, answer }) => ({
      category,
      side: polarityOf(answer) === 'positive' ? ('high' as const) : ('low' as const),
    }));
  const other = {
    category: 'other' as const,
    side: chance(id, 'other side') < 0.75 ? ('high' as const) : ('low' as const),
  };
  return chance(id, 'other') < 0.12 ? [other, ...axes] : axes;
}

/** Takes the next text of a category and side, in an order that is the same at every run; null when all are taken. */
function createShelf() {
  const left = new Map<string, NoteText[]>();
  return (category: NoteCategory, side: 'high' | 'low'): NoteText | null => {
    const name = `${category}/${side}`;
    const texts = left.get(name) ?? leasTexts[category][side].toSorted((a, b) => chance(String(a)) - chance(String(b)));
    left.set(name, texts);
    return texts.shift() ?? null;
  };
}

/** Notes written after some of the scans, oldest first; no text twice. Unsealed, for whoever has the key. */
export function notesOf(scans: readonly DemoScan[]): DemoNote[] {
  const take = createShelf();
  return scans
    .filter(({ id }) => chance(id, 'writes') < 0.36)
    .flatMap((scan) => {
      for (const { category, side } of reasonsOf(scan)) {
        const chosen = take(category, side);
        if (chosen === null) continue;
        const [title, text] = typeof chosen === 'string' ? ['', chosen] : chosen;
        const isLinked = category !== 'other' && chance(scan.id, 'linked') < 0.8;
        return {
          id: namedId(`nuances-demo/note/${scan.id}`),
          title,
          text,
          categoryId: category,
          scanResultId: isLinked ? scan.id : null,
          createdAt: new Date(scan.createdAt.getTime() + Math.round(60_000 * (3 + 20 * chance(scan.id, 'later')))),
        };
      }
      return [];
    });
}
