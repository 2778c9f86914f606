import { zipSync, strToU8 } from 'fflate';
import { readFileSync } from 'node:fs';
import type { JournalWords } from './journal-work.ts';

/** Words of a page in French, for tests. */
export const sampleWords: JournalWords = {
  mood: 'Humeur :',
  zone: 'Là-bas :',
  tags: 'Mots :',
  axes: ['rouge :', 'orange :', 'jaune :', 'vert :', 'cyan :', 'bleu :', 'violet :'],
  moodOnly: 'humeur seule',
  moods: ['super', 'bien', 'bof', 'mauvais', 'horrible'],
};

export const fixtureOf = (name: string): Blob => new Blob([readFileSync(`${import.meta.dirname}/fixtures/${name}`)]);

/** The entries of `daylio-fr.csv` that can be read, as the backup has them. */
const dayEntries = [
  {
    id: 1,
    year: 2026,
    month: 3,
    day: 3,
    hour: 20,
    minute: 30,
    datetime: 1,
    timeZoneOffset: 7_200_000,
    mood: 2,
    tags: [7, 8],
    note_title: 'Lundi',
    note: 'Trois poires, et une « quatrième »',
    assets: [12],
  },
  { id: 2, year: 2026, month: 3, day: 2, hour: 8, minute: 5, mood: 1, tags: [], note_title: '', note: '', assets: [] },
  {
    id: 3,
    year: 2026,
    month: 3,
    day: 1,
    hour: 21,
    minute: 0,
    mood: 3,
    tags: [9],
    note_title: '',
    note: 'Première ligne<br>deuxième ligne',
    assets: [],
  },
];

const moods = [1, 2, 3, 4, 5].map((id) => ({ id, custom_name: '', mood_group_id: id, predefined_name_id: id }));
const tags = ['marche', 'famille', 'lecture'].map((name, index) => ({ id: 7 + index, name }));

/** A backup of Daylio as it is described: a zip with its JSON in base64, beside pictures. */
export function daylioBackup(): Blob {
  const json = JSON.stringify({ version: 15, customMoods: moods, tags, dayEntries });
  const content = strToU8(Buffer.from(json).toString('base64'));
  return new Blob([
    new Uint8Array(zipSync({ 'backup.daylio': content, 'assets/photos/2026/4/12': strToU8('no picture') })),
  ]);
}
