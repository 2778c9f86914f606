import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { exportedFiles, exportedJson } from '../support/exported.ts';
import { expect, test } from '../support/fixtures.ts';
import { writeJournal } from '../support/journal.ts';
import { seal, storedNotes, storeWords } from '../support/notes.ts';
import type { Persona } from '../support/persona.ts';

const said = {
  config: 'Réglages',
  export: 'Exporter',
  choose: 'Choisir un fichier',
  holds: 'Ce fichier contient',
  add: 'Ajouter',
  undo: 'Retirer cet ajout',
  close: 'Fermer',
  goOn: 'Reprendre',
  stopped: 'Rien n’est perdu\u00A0: ce qui est ajouté reste, et reprendre n’ajoute rien deux fois.',
  unreachable: 'Erreur réseau. Veuillez réessayer.',
  seal: 'Sceller avec une phrase secrète',
  passphrase: 'Phrase secrète',
  again: 'La même, encore une fois',
  nothing: 'Tout est déjà là. Rien à ajouter.',
  unreadable: 'Ce fichier n’est pas un export de Nuances. Rien n’a changé.',
};

/** The content of the account with decrypted notes, without revisions and envelopes of tags, which are new. */
async function contentOf(persona: Persona) {
  const answer = (await persona.callAsUser('GET', '/trpc/results.own')) as {
    result: { data: { tags: string | null }[] };
  };
  const notes = (await storedNotes(persona)).map(({ revision: _revision, ...note }) => note);
  return { scans: answer.result.data.map((scan) => ({ ...scan, tags: scan.tags !== null })), notes };
}

async function empty(persona: Persona): Promise<void> {
  for (const { _id } of await storedNotes(persona)) await persona.callAsUser('DELETE', `/api/notes/${_id}`);
  for (const { _id } of await persona.scans()) await persona.callAsUser('DELETE', `/api/results/${_id}`);
}

test('an export brings everything back, once; what was added can be removed again @journey', async ({
  page,
  newPersona,
}) => {
  const persona = await newPersona();
  await writeJournal(persona);
  await storeWords(persona, 'sommeil');
  const before = await contentOf(persona);

  await persona.openInNewSession(page, '/profile/export');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: said.export, exact: true }).click();
  const saved = await download;
  const [zip, file] = [await readFile(await saved.path()), await exportedJson(saved)];
  await empty(persona);
  expect(await storedNotes(persona)).toEqual([]);

  await page.goto('/profile/restore');
  const section = page.getByRole('region', { name: 'Restaurer un export' });
  const choose = async (content: string | Buffer) =>
    section
      .locator('input[type=file]')
      .setInputFiles({ name: 'export', mimeType: 'application/octet-stream', buffer: Buffer.from(content) });
  await choose('{"entries":[]}');
  await expect(section.getByText(said.unreadable)).toBeVisible();

  await choose(zip);
  await expect(section.getByRole('heading', { name: said.holds })).toBeVisible();
  await expect(section.getByText('1 scan et 5 notes à ajouter')).toBeVisible();
  expect(await storedNotes(persona), 'nothing changes before it is asked for').toEqual([]);
  await section.getByRole('button', { name: said.add, exact: true }).click();
  const done = section.getByText(/^C’est fait.* 1 scan et 5 notes ajoutés\.$/);
  await expect(done).toBeInViewport();
  await expect(section.getByRole('group', { name: 'Restaurer un export' })).toBeFocused();
  expect(await contentOf(persona)).toEqual(before);

  // Restores a part of the file again: one note was changed meanwhile, everything else exists.
  const copy = JSON.parse(file) as { notes: { text: string }[] };
  for (const note of copy.notes) if (note.text.includes('deux melons')) note.text = 'Une autre fin.';
  await section.getByRole('button', { name: said.close, exact: true }).click();
  await choose(JSON.stringify(copy));
  await expect(section.getByText(/^1 note différente de la vôtre/)).toBeVisible();
  await section.getByRole('button', { name: said.add, exact: true }).click();
  await expect.poll(async () => (await storedNotes(persona)).length).toBe(6);
  for (const text of ['deux melons', 'Une autre fin.'])
    expect((await storedNotes(persona)).filter((note) => note.text.includes(text))).toHaveLength(1);

  await section.getByRole('button', { name: said.undo, exact: true }).click();
  await expect(section.getByText('L’ajout est retiré.', { exact: true })).toBeVisible();
  // Exactly what the last file has added.
  expect(await contentOf(persona)).toEqual(before);
});

test('a profile that is changed after the preview keeps the change', async ({ page, openAsNew }) => {
  const persona = await openAsNew('/profile/restore');
  const section = page.getByRole('region', { name: 'Restaurer un export' });
  const { email, username } = persona;
  const own = { firstName: 'Zoé', lastName: 'Marchand', dateOfBirth: '1990-02-03', countryOfResidency: 'France' };
  const profile = { ...own, username, dateOfBirth: '1990-02-03T00:00:00.000Z', passion: 'Les poires' };
  await section.locator('input[type=file]').setInputFiles({
    name: 'export.json',
    mimeType: 'application/json',
    buffer: Buffer.from(JSON.stringify({ profile, scans: [], notes: [] })),
  });
  await expect(section.getByText('5 champs du profil, vides ici, à remplir')).toBeVisible();
  const changed = { ...own, firstName: 'Solène', profession: 'Boulangère' };
  await persona.callAsUser('PUT', '/api/profile', { ...changed, email });
  await section.getByRole('button', { name: said.add, exact: true }).click();
  await expect(section.getByText(/^C’est fait/)).toBeVisible();
  expect(await persona.callAsUser('GET', '/api/profile')).toMatchObject({
    ...changed,
    dateOfBirth: profile.dateOfBirth,
    passion: 'Les poires',
  });
});

/** An export of 250 scans and a note, which takes three calls; made by hand, as an export says it. */
function largeExport(username: string): string {
  const scans = Array.from({ length: 250 }, (_, index) => ({
    _id: randomUUID(),
    answers: [1, 2, 3, 4, 5, 6, 7],
    createdAt: new Date(Date.UTC(2025, 0, 1) + index * 3_600_000).toISOString(),
  }));
  const note = { title: '', text: 'Trois poires', categoryId: 'red', createdAt: '2025-02-01T08:00:00.000Z' };
  const notes = [{ ...note, _id: randomUUID(), scanResultId: scans[0]?._id }];
  return JSON.stringify({ profile: { username }, scans, notes });
}

test('a restore that is cut says so, goes on without adding twice, and what was added can be removed', async ({
  page,
  pageErrors,
  openAsNew,
}) => {
  pageErrors.allowFailedRequests();
  const persona = await openAsNew('/profile/restore');
  const section = page.getByRole('region', { name: 'Restaurer un export' });
  const stored = async () => [(await persona.scans()).length, (await storedNotes(persona)).length];
  const button = (name: string) => section.getByRole('button', { name, exact: true });
  const buffer = Buffer.from(largeExport(persona.username));
  const choose = () =>
    section.locator('input[type=file]').setInputFiles({ name: 'export.json', mimeType: 'application/json', buffer });
  await choose();
  await expect(section.getByText('250 scans et 1 note à ajouter')).toBeVisible();

  // The second call reaches the server, and its answer never arrives.
  let calls = 0;
  await page.route(/restore\.add/, async (route) => {
    calls += 1;
    if (calls !== 2) return route.continue();
    await route.fetch();
    return route.abort('connectionreset');
  });
  await button(said.add).click();
  await expect(section.getByText(said.stopped)).toBeVisible();
  await expect(section.getByText(said.unreachable)).toBeVisible();
  await expect(section.getByRole('heading', { name: said.holds })).toBeHidden();
  expect(await stored()).toEqual([250, 0]);
  await button(said.undo).click();
  await expect(section.getByText('L’ajout est retiré.', { exact: true })).toBeVisible();
  expect(await stored(), 'also those whose answer was lost').toEqual([0, 0]);

  await button(said.close).click();
  await choose();
  // The third call is not answered by the product, but by a proxy.
  calls = 0;
  await page.unroute(/restore\.add/);
  await page.route(/restore\.add/, async (route) => {
    calls += 1;
    return calls === 3 ? route.fulfill({ status: 503, body: 'Service Unavailable' }) : route.continue();
  });
  await button(said.add).click();
  await expect(section.getByText(said.stopped)).toBeVisible();
  expect(await stored()).toEqual([250, 0]);
  await button(said.goOn).click();
  await expect(section.getByText(/^C’est fait.* 250 scans et 1 note ajoutés\.$/)).toBeVisible();
  expect(await stored()).toEqual([250, 1]);
  await button(said.undo).click();
  await expect(section.getByText('L’ajout est retiré.', { exact: true })).toBeVisible();
  expect(await stored()).toEqual([0, 0]);
});

test('what a file hides is told before anything is added: twins, broken records, days to come', async ({
  page,
  newPersona,
}) => {
  const persona = await newPersona();
  const [scan, note] = [randomUUID(), randomUUID()];
  const at = '2026-01-01T08:00:00.000Z';
  const answers = [1, 2, 3, 4, 5, 6, 7];
  const noteOf = (text: string, createdAt = at, _id = note) => ({ _id, title: '', text, categoryId: 'red', createdAt });
  const file = {
    profile: { username: persona.username },
    scans: [
      { _id: scan, answers, createdAt: at },
      { _id: scan, answers, createdAt: at },
      { _id: randomUUID(), answers: [11], createdAt: at },
    ],
    notes: [
      noteOf('Le marché.'),
      noteOf('La gare.'),
      noteOf('Demain.', '2090-05-04T08:00:00.000Z', randomUUID()),
      noteOf('x'.repeat(100_001), at, randomUUID()),
    ],
  };
  await persona.openInNewSession(page, '/profile/restore');
  const section = page.getByRole('region', { name: 'Restaurer un export' });
  const choose = () =>
    section
      .locator('input[type=file]')
      .setInputFiles({ name: 'export.json', mimeType: 'application/json', buffer: Buffer.from(JSON.stringify(file)) });
  const textsStored = async () => (await storedNotes(persona)).map(({ text }) => text).toSorted();
  await choose();
  for (const line of [
    '1 scan et 2 notes à ajouter',
    '1 élément porte l’identifiant d’un autre du fichier\u00A0: les deux sont gardés',
    '1 élément se répète dans le fichier\u00A0: il est ajouté une fois',
    '1 élément daté du 4 mai 2090, un jour à venir\u00A0: laissé de côté',
  ])
    await expect(section.getByText(line)).toBeVisible();
  await section.getByText('2 éléments laissés de côté').click();
  await expect(section.getByText('Scan 3\u00A0: «\u202Fanswers\u202F» illisible')).toBeVisible();
  const tooLong = 'Note 4\u00A0: «\u202Ftext\u202F» a 100\u202F001 caractères, 100\u202F000 au plus';
  await expect(section.getByText(tooLong)).toBeVisible();
  expect(await textsStored()).toEqual([]);
  await section.getByRole('button', { name: said.add, exact: true }).click();
  await expect(section.getByText('1 scan et 2 notes ajoutés')).toBeVisible();
  expect([(await persona.scans()).length, await textsStored()]).toEqual([1, ['La gare.', 'Le marché.']]);

  // Again: only what lies ahead is left, and it comes if the person says so.
  await section.getByRole('button', { name: said.close, exact: true }).click();
  await choose();
  await expect(section.getByRole('button', { name: said.add, exact: true })).toBeHidden();
  await section.getByRole('checkbox', { name: 'Ajouter aussi ce qui est daté de l’avenir, à ce moment-ci' }).check();
  await expect(section.getByText('0 scan et 1 note à ajouter')).toBeVisible();
  const before = Date.now();
  await section.getByRole('button', { name: said.add, exact: true }).click();
  await expect(section.getByText('0 scan et 1 note ajoutés')).toBeVisible();
  const moved = (await storedNotes(persona)).find(({ text }) => text === 'Demain.');
  expect(Date.parse(String(moved?.createdAt)) - before).toBeLessThan(5 * 60_000);
});

/** Texts with characters that break formats. */
const texts = [
  '"a";b,\r\nc',
  '=1+1',
  '</style><script>document.title="x"</script>',
  '[[שלום]] 🌻',
  '---\n# x',
  '\uFEFFé',
];
const passphrase = 'quatre mots au café';

test('a sealed export moves everything to an empty account, and its page opens without a network', async ({
  browser,
  page,
  newPersona,
}) => {
  const [from, to] = [await newPersona(), await newPersona()];
  const { userKey } = await from.tokens();
  const scans = texts.map((text, index) => ({
    _id: randomUUID(),
    answers: [1, 10, 5, 6, 3, 8, index + 1],
    duration: index === 0 ? null : index,
    createdAt: new Date(Date.UTC(2025, index, 1)).toISOString(),
    receivedAt: new Date(Date.UTC(2026, index, 1)).toISOString(),
    tags: index === 1 ? null : seal(userKey, JSON.stringify([`mot ${index}`, text.slice(0, 10).trim()])),
  }));
  const notes = texts.map((text, index) => ({
    _id: randomUUID(),
    title: seal(userKey, index === 2 ? 'Titre' : text),
    text: seal(userKey, text),
    categoryId: 'yellow',
    scanResultId: index % 2 === 0 ? scans[index]?._id : null,
    createdAt: new Date(Date.UTC(2025, index, 2)).toISOString(),
    updatedAt: new Date(Date.UTC(2026, index, 2)).toISOString(),
  }));
  await from.callAsUser('POST', '/api/restore', { scans, notes });
  const profile = { firstName: 'Léa', lastName: 'Roux', dateOfBirth: '1990-12-10', countryOfResidency: 'France' };
  await from.callAsUser('PUT', '/api/profile', { ...profile, email: from.email, passion: 'Les poires' });
  const before = await contentOf(from);

  await from.openInNewSession(page, '/profile/export');
  const region = page.getByRole('region', { name: 'Exporter mes données' });
  await region.getByRole('checkbox', { name: said.seal }).check();
  await region.getByLabel(said.passphrase, { exact: true }).fill(passphrase);
  await region.getByLabel(said.again).fill('une autre phrase');
  await region.getByRole('button', { name: said.export, exact: true }).click();
  await expect(region.getByLabel(said.again)).toHaveAccessibleDescription('Les deux phrases diffèrent.');
  await region.getByLabel(said.again).fill(passphrase);
  const download = page.waitForEvent('download');
  await region.getByRole('button', { name: said.export, exact: true }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^nuances-\d{4}-\d\d-\d\d\.nuances$/);
  await expect(region.getByText('Export prêt : 6 scans, 6 notes.')).toBeVisible();
  await expect(region.getByLabel(said.passphrase, { exact: true })).toHaveValue('');
  await region.getByRole('button', { name: said.export, exact: true }).click();
  await expect(region.getByLabel(said.passphrase, { exact: true })).toHaveAttribute('aria-invalid', 'true');
  await expect(region.getByText(/^Export prêt/), 'an older outcome').toHaveCount(0);

  // In a page without the program, which would still call the server, without its session.
  await page.goto('/favicon.svg');
  await page.evaluate(() => localStorage.clear());
  await to.openInNewSession(page, '/profile/restore');
  const section = page.getByRole('region', { name: 'Restaurer un export' });
  await section.locator('input[type=file]').setInputFiles(await file.path());
  await section.getByLabel(said.passphrase).fill('une autre phrase');
  await section.getByRole('button', { name: 'Ouvrir', exact: true }).click();
  await expect(section.getByText('Cette phrase n’ouvre pas le fichier.')).toBeVisible();
  await section.getByLabel(said.passphrase).fill(passphrase);
  await section.getByRole('button', { name: 'Ouvrir', exact: true }).click();
  await expect(section.getByText(`Ce fichier vient d’un autre compte, «\u202F${from.username}\u202F»`)).toBeVisible();
  await expect(section.getByText('5 champs du profil, vides ici, à remplir')).toBeVisible();
  await section.getByRole('button', { name: said.add, exact: true }).click();
  await expect(section.getByText(/^C’est fait.* 6 scans et 6 notes ajoutés\.$/)).toBeVisible();
  expect(await contentOf(to)).toEqual(before);
  const [old, own] = await Promise.all(
    [from, to].map(async (persona) =>
      persona.call('GET', '/api/profile', undefined, (await persona.tokens()).shortToken),
    ),
  );
  expect({ ...(own as object), username: '', email: '' }).toEqual({ ...(old as object), username: '', email: '' });

  const html = (await exportedFiles(file, passphrase)).get('lire-moi.html') ?? '';
  const folder = await mkdtemp(join(tmpdir(), 'nuances-page-'));
  await writeFile(join(folder, 'lire-moi.html'), html);
  const context = await browser.newContext({ offline: true });
  const reader = await context.newPage();
  const requests: string[] = [];
  reader.on('request', (request) => requests.push(request.url()));
  await reader.goto(pathToFileURL(join(folder, 'lire-moi.html')).href);
  for (const text of texts)
    await expect(
      reader
        .locator('article')
        .getByText(text.replace('\uFEFF', '').split('\r')[0] ?? '')
        .first(),
    ).toBeVisible();
  await expect(reader.getByRole('article')).toHaveCount(6);
  await expect(reader.locator('tbody tr[id]')).toHaveCount(6);
  await expect(reader.getByText('mot 5')).toBeVisible();
  await expect(reader).toHaveTitle('Mes nuances');
  expect(requests.filter((url) => !url.startsWith('file:') && !url.startsWith('data:'))).toEqual([]);
  expect(requests.filter((url) => url.startsWith('file:'))).toHaveLength(1);
  await context.close();
  await rm(folder, { recursive: true });
});
