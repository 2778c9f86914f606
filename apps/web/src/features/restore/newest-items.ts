import type { ExportedNote, ExportedScan } from '@nuances/domain/export-file';
import type { MoodEntry, MoodScale } from '@nuances/domain/moods/fields';
import type { RestorePlan } from '@nuances/domain/restore/plan';

/** An item that is shown as an example of what would be added. */
export type SampleItem = ExportedScan | ExportedNote | SampleMood;

export interface SampleMood extends Omit<MoodEntry, 'at'> {
  readonly _id: string;
  readonly createdAt: string;
  readonly scale: MoodScale;
}

const shownCount = 3;

/** The newest items that a plan adds, the newest first. */
export function newestOf({
  newScans,
  newNotes,
  newMoods,
}: Pick<RestorePlan, 'newScans' | 'newNotes' | 'newMoods'>): readonly SampleItem[] {
  const latest: { readonly item: SampleItem; readonly at: number }[] = [];
  const offer = (item: SampleItem) => {
    const at = Date.parse(item.createdAt);
    const place = latest.findIndex((one) => one.at < at);
    if (place === -1 && latest.length >= shownCount) return;
    latest.splice(place === -1 ? latest.length : place, 0, { item, at });
    latest.length = Math.min(latest.length, shownCount);
  };
  newScans.forEach(offer);
  newNotes.forEach(offer);
  for (const { _id, scale, entries } of newMoods)
    for (const { at, ...mood } of entries) offer({ ...mood, _id: `${_id} ${at}`, createdAt: at, scale });
  return latest.map(({ item }) => item);
}
