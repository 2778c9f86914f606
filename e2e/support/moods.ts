import { randomUUID } from 'node:crypto';
import type { Persona } from './persona.ts';

/** Stores moods of another journal, so many days apart up to yesterday. */
export async function storeMoods(persona: Persona, values: readonly number[], days = 1): Promise<void> {
  const entries = values.map((value, index) => ({
    at: new Date(Date.now() - (index * days + 1) * 86_400_000).toISOString(),
    ...{ offset: 60, moment: 'exact', value, label: 'bien', words: [] },
  }));
  const part = { _id: randomUUID(), source: 'daylio', name: '', scale: 5, entries };
  await persona.callAsUser('POST', '/api/restore', { scans: [], notes: [], moods: [part] });
}

/** A backup of Daylio as it lies unpacked, with a mood of the person's own. */
export function daylioBackup(): string {
  const mood = (id: number, group: number, name: string) => ({
    ...{ id, custom_name: name, mood_group_id: group, mood_group_order: 0 },
  });
  const entry = (day: number, moodId: number, more: object = {}) => ({
    ...{
      year: 2026,
      month: 4,
      day,
      hour: 21,
      minute: 15,
      mood: moodId,
      note: '',
      tags: [1],
      timeZoneOffset: 7_200_000,
    },
    ...more,
  });
  const backup = {
    customMoods: [mood(1, 1, 'rayonnant'), mood(2, 2, 'paisible'), mood(3, 4, 'gris')],
    tags: [{ id: 1, name: 'tricot' }],
    dayEntries: [entry(1, 1), entry(2, 3), entry(3, 2, { note: 'Trois poires', assets: [1, 2] })],
  };
  return Buffer.from(JSON.stringify(backup)).toString('base64');
}
