import { noteCategories } from '@nuances/domain/axes';
import type { PageTexts } from './page-texts.ts';
import { readZipDirectory, readZipEntry } from '@nuances/domain/archive/zip';

const categories = Object.fromEntries(noteCategories.map((id) => [id, id === 'yellow' ? 'Joie' : id]));

export const sampleTexts: PageTexts = {
  language: 'fr',
  title: 'Mes nuances',
  lead: 'Tout.',
  offline: 'Sans réseau.',
  profile: 'Profil',
  scans: 'Scans',
  notes: 'Notes',
  more: 'Aussi',
  when: 'Moment',
  tags: 'Mots',
  points: 'Points',
  axes: Array.from({ length: 7 }, (_, index) => ({ left: `L${index}`, right: `R${index}` })),
  categories,
  locked: 'Fermée.',
  lockedTags: 'Fermés',
  about: 'scan',
  nothing: 'Rien.',
  fields: { username: 'Nom' },
  parts: { events: 'Usage' },
  otherFields: { kind: 'Sorte' },
  yes: 'oui',
  no: 'non',
};

/** The files of an export that is not sealed, by name, in their order. */
export function filesOfArchive(zip: Uint8Array): ReadonlyMap<string, string> {
  const utf8 = new TextDecoder('utf-8', { fatal: true });
  return new Map(readZipDirectory(zip).map((entry) => [entry.name, utf8.decode(readZipEntry(zip, entry))]));
}
