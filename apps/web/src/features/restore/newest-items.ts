import type { ExportedNote, ExportedScan } from '@nuances/domain/export-file';
import type { RestorePlan } from '@nuances/domain/restore/plan';

/** An item that is shown as an example of what would be added. */
export type SampleItem = ExportedScan | ExportedNote;

const shownCount = 3;

/** The newest items that a plan adds, the newest first. */
export function newestOf({ newScans, newNotes }: Pick<RestorePlan, 'newScans' | 'newNotes'>): readonly SampleItem[] {
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
  return latest.map(({ item }) => item);
}
