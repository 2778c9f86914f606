import { readFile } from 'node:fs/promises';
import { expect, test } from '../support/fixtures.ts';
import { writeJournal } from '../support/journal.ts';
import { seal, storedNotes } from '../support/notes.ts';
import type { Persona } from '../support/persona.ts';

const said = {
  config: 'Réglages',
  export: 'Exporter',
  choose: 'Choisir un fichier',
  holds: 'Ce fichier contient',
  add: 'Ajouter',
  undo: 'Retirer cet ajout',
  close: 'Fermer',
  nothing: 'Tout est déjà là. Rien à ajouter.',
  unreadable: 'Ce fichier n’est pas un export de Nuances. Rien n’a changé.',
};

/** What the account holds, notes opened; revisions and the envelopes of tags aside, which are new. */
async function contentOf(persona: Persona) {
  const { shortToken } = await persona.tokens();
  const answer = (await persona.call('GET', '/trpc/results.own', undefined, shortToken)) as {
    result: { data: { tags: string | null }[] };
  };
  const notes = (await storedNotes(persona)).map(({ revision: _revision, ...note }) => note);
  return { scans: answer.result.data.map((scan) => ({ ...scan, tags: scan.tags !== null })), notes };
}

async function empty(persona: Persona): Promise<void> {
  const { shortToken } = await persona.tokens();
  for (const { _id } of await storedNotes(persona))
    await persona.call('DELETE', `/api/notes/${_id}`, undefined, shortToken);
  for (const { _id } of await persona.scans())
    await persona.call('DELETE', `/api/results/${_id}`, undefined, shortToken);
}

test('an export brings everything back, once; what was added can be removed again @journey', async ({
  page,
  newPersona,
}) => {
  const persona = await newPersona();
  await writeJournal(persona);
  const { shortToken, userKey } = await persona.tokens();
  const [scan] = await persona.scans();
  await persona.call('PUT', `/api/results/${scan?._id}/tags`, { tags: seal(userKey, '["sommeil"]') }, shortToken);
  const before = await contentOf(persona);

  await persona.arrive(page, '/profile?tab=config');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: said.export, exact: true }).click();
  const file = await readFile(await (await download).path(), 'utf8');
  await empty(persona);
  expect(await storedNotes(persona)).toEqual([]);

  const section = page.getByRole('region', { name: 'Restaurer un export' });
  const choose = async (text: string) =>
    section
      .locator('input[type=file]')
      .setInputFiles({ name: 'export.json', mimeType: 'application/json', buffer: Buffer.from(text) });
  await choose('{"entries":[]}');
  await expect(section.getByText(said.unreadable)).toBeVisible();

  await choose(file);
  await expect(section.getByRole('heading', { name: said.holds })).toBeVisible();
  await expect(section.getByText('1 scans et 5 notes à ajouter')).toBeVisible();
  expect(await storedNotes(persona), 'nothing changes before it is asked for').toEqual([]);
  await section.getByRole('button', { name: said.add, exact: true }).click();
  await expect(section.getByText(/^C’est fait.* 1 scans et 5 notes ajoutés\.$/)).toBeVisible();
  expect(await contentOf(persona)).toEqual(before);

  // A part of the file again: one note was changed meanwhile, everything else is there.
  const copy = JSON.parse(file) as { notes: { text: string }[] };
  for (const note of copy.notes) if (note.text.includes('trois poires')) note.text = 'Une autre fin.';
  await section.getByRole('button', { name: said.close, exact: true }).click();
  await choose(JSON.stringify(copy));
  await expect(section.getByText(/^1 note différente de la vôtre/)).toBeVisible();
  await section.getByRole('button', { name: said.add, exact: true }).click();
  await expect.poll(async () => (await storedNotes(persona)).length).toBe(6);
  for (const text of ['trois poires', 'Une autre fin.'])
    expect((await storedNotes(persona)).filter((note) => note.text.includes(text))).toHaveLength(1);

  await section.getByRole('button', { name: said.undo, exact: true }).click();
  await expect(section.getByText('L’ajout est retiré.', { exact: true })).toBeVisible();
  // What the last file has added, and nothing else.
  expect(await contentOf(persona)).toEqual(before);
});
