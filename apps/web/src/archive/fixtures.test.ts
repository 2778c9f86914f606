import { exportVersion } from '@nuances/domain/export-file';
import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { readArchive } from './read-archive.ts';

const folder = `${import.meta.dirname}/fixtures`;
const files = readdirSync(folder);

it('EXPORT-1: there is a file of each version in each of its forms', () => {
  const expected = Array.from({ length: exportVersion }, (_, index) => [
    `version-${index + 1}.nuances`,
    `version-${index + 1}.zip`,
  ]);
  expect(files).toEqual(['version-0.json', ...expected.flat()]);
});

it.each(files)('EXPORT-1: %s is still read', async (name) => {
  const { profile, scans, notes } = await readArchive(
    new Blob([readFileSync(`${folder}/${name}`)]),
    'quatre mots au café',
  );
  expect(profile).toEqual({ username: 'lea', firstName: 'Léa' });
  expect(scans).toHaveLength(1);
  expect(scans[0]).toMatchObject({
    answers: [4, 6, 9, 8, 5, 7, 9],
    createdAt: '2026-11-02T08:15:00.000Z',
    duration: 60,
  });
  expect(scans[0]?.tags).toEqual(name === 'version-0.json' ? undefined : ['sommeil']);
  expect(notes).toMatchObject([
    { title: 'Trois poires', text: 'Le marché 🌻', scanResultId: scans[0]?._id, createdAt: '2026-11-03T08:20:00.000Z' },
  ]);
});
