/// <reference lib="dom" />
/**
 * Sends each field of a thing through every place where it may be lost: driven by the definitions, over the whole API with
 * its database and through the code of the app. No room may import both, so it stands here.
 */
import { importNoteKey, openText, sealText } from '@nuances/crypto/note-envelope';
import { serverKeys } from '@nuances/crypto/vault/rows';
import { scans } from '@nuances/db/schema';
import { deviceShape } from '@nuances/domain/device-shape';
import { restoreParts } from '@nuances/domain/restore/parts';
import { planRestore } from '@nuances/domain/restore/plan';
import {
  listedScanFields,
  resultScanFields,
  scanFields,
  readScanContent,
  type ScanContent,
} from '@nuances/domain/scan/fields';
import { scanTexts } from '@nuances/domain/scan/texts';
import { scoreOf } from '@nuances/domain/scan/scoring';
import { having, namesOf, picked, shapeOf } from '@nuances/domain/thing';
import { isRecord } from '@nuances/domain/record';
import { textOfVaultScan, vaultScanOf } from '@nuances/domain/vault/content';
import { eq } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { emptyScan, scanColumns, sealableScanFields } from '../apps/api/src/results/scan-answers.ts';
import { type TestApp, useApp } from '../apps/api/src/testing/test-app.ts';
import { prove, sealAll, turnVaultOn } from '../apps/api/src/testing/vault.ts';
import { filesOfArchive, sampleTexts } from '../apps/web/src/archive/archive-testing.ts';
import { makeArchive } from '../apps/web/src/archive/make-archive.ts';
import { readArchive } from '../apps/web/src/archive/read-archive.ts';
import type { PendingScan } from '../apps/web/src/offline/outbox-items.ts';
import { readableItem, sealedOf } from '../apps/web/src/offline/sealing.ts';
import { scanInput } from '../apps/web/src/sync/scan-input.ts';
import { callBy, type Person, sealAsText, ways } from './both-ways.ts';

let t: TestApp;
useApp((app) => (t = app));

const contentNames = namesOf(having(scanFields, 'isContent', [true]));

/** What a person says in a scan: the examples of the documentation. */
const content = exampleContent();
function exampleContent(): ScanContent {
  const examples = contentNames.map((name) => [name, scanTexts[name].answered.examples[0]]);
  const read = readScanContent(Object.fromEntries(examples));
  if (!read) throw new Error('the examples are no scan');
  for (const name of contentNames) expect(read[name], `an example of ${name}`).not.toBeNull();
  return read;
}

/** Another value of a field: the second example, or one of the same kind as the first. */
function otherOf(name: (typeof contentNames)[number]): unknown {
  return scanTexts[name].answered.examples[1] ?? other(content[name]);
}
function other(value: unknown): unknown {
  if (Array.isArray(value)) return [...value.slice(0, -1), other(value.at(-1))];
  if (typeof value !== 'number') throw new Error('a field without a second example');
  return value + 1;
}

/** A value of each field, as it is answered. */
const stored = {
  ...content,
  _id: '',
  scoring: scoreOf(content.answers),
  createdAt: '2026-03-04T05:06:07.089Z',
  receivedAt: '2026-03-05T05:06:07.089Z',
  tags: '',
} satisfies Record<keyof typeof scanFields, unknown>;

const listOf = (answer: unknown, name: string) => (isRecord(answer) ? answer[name] : undefined);

describe.each(ways)('the fields of a scan, over %s', (way) => {
  const call = (person: Person, name: string, input?: object) => callBy(t, way, person, name, input);

  async function newScan() {
    const person = await t.person();
    const tags = await sealText(await importNoteKey(person.userKey), '["sommeil"]');
    const scan = { ...stored, _id: randomUUID(), tags };
    const input = picked([...namesOf(shapeOf(scanFields, 'sent')), 'tags'], scan);
    return { person, scan, input };
  }

  it('are stored, and answered where they belong', async () => {
    const { person, scan, input } = await newScan();
    const created = await call(person, 'results.create', input);
    expect(created).toEqual({
      status: way === 'REST' ? 201 : 200,
      answer: { _id: scan._id, result: picked(namesOf(resultScanFields), scan) },
    });
    const { answer: listed } = await call(person, 'results.list', { source: 'history' });
    expect(listed).toEqual([picked(namesOf(listedScanFields), scan)]);
    const whole = { ...scan, receivedAt: expect.stringMatching(/Z$/) };
    expect((await call(person, 'results.own')).answer).toEqual([whole]);
    expect(listOf((await call(person, 'profile.exportData')).answer, 'scans')).toEqual([whole]);
    const { answers: _answers, ...plain } = await person.api.results.byId({ _id: scan._id });
    expect(Object.keys(plain).toSorted()).toEqual(
      namesOf(scanFields)
        .filter((name) => name !== 'answers')
        .toSorted(),
    );
  });

  it('are compared when the scan is sent again', async () => {
    const { person, input } = await newScan();
    const first = await call(person, 'results.create', input);
    expect(await call(person, 'results.create', input)).toEqual(first);
    for (const name of contentNames)
      expect([name, (await call(person, 'results.create', { ...input, [name]: otherOf(name) })).status]).toEqual([
        name,
        409,
      ]);
    expect((await call(person, 'results.create', { ...input, createdAt: '2026-03-04T05:06:08.000Z' })).status).toBe(
      409,
    );
  });

  it('come back from an export, which is made and read by the app', async () => {
    const { person, scan } = await newScan();
    const part = { scans: [picked([...namesOf(shapeOf(scanFields, 'restored')), 'tags'], scan)], notes: [] };
    expect((await call(person, 'restore.add', part)).status).toBe(200);
    const answer = await t.http('GET', '/trpc/profile.exportData', { token: person.shortToken });
    const key = await importNoteKey(person.userKey);
    const { bytes } = await makeArchive(
      {
        answer: new TextEncoder().encode(answer.text),
        keys: serverKeys(key),
        passphrase: null,
        profile: null,
        language: { locale: 'en', texts: sampleTexts },
        names: { page: 'page.html', table: 'scans.csv', moods: 'moods.csv' },
      },
      () => undefined,
    );
    const [, row = ''] = filesOfArchive(bytes).get('scans.csv')?.split('\r\n') ?? [];
    for (const value of [...Object.values({ ...scan, tags: 'sommeil', kept: 'orange, cyan' }).flat()])
      expect(row).toContain(String(value).replaceAll('"', '""'));
    const file = await readArchive(new Blob([bytes]), null);
    const other = await t.person();
    const plan = await planRestore(file, { scans: new Set(), notes: new Map(), moods: [] }, Date.now());
    for await (const again of restoreParts((text) => sealText(key, text), plan))
      await call(other, 'restore.add', again);
    const [before, after] = [await call(person, 'results.own'), await call(other, 'results.own')];
    expect(before.answer).toEqual([scan]);
    expect(after.answer).toEqual([{ ...scan, tags: expect.any(String) }]);
    const tags = Array.isArray(after.answer) && isRecord(after.answer[0]) ? String(after.answer[0]['tags']) : '';
    expect(await openText(key, tags)).toBe('["sommeil"]');
  });
});

describe('in a vault, the fields of a scan', () => {
  const id = randomUUID();
  const names = namesOf(sealableScanFields);

  it('are sealed whole, and nothing of them stays beside the envelope', async () => {
    expect(vaultScanOf(textOfVaultScan(content))).toEqual(content);
    const person = await t.person();
    await person.api.results.create({ ...content, answers: [...content.answers], kept: [...content.kept], _id: id });
    await turnVaultOn(person);
    const rows = await t.db.select(scanColumns).from(scans).where(eq(scans.userId, person.id));
    expect(rows).toEqual([expect.objectContaining({ ...emptyScan, sealed: expect.any(String) })]);
    for (const name of names) expect(emptyScan[name], name).not.toEqual({ ...stored }[name]);
  });

  it('come clear to a vault whole, are sealed there, and go back whole', async () => {
    const person = await t.person();
    const { api } = person;
    await turnVaultOn(person);
    const input = { ...content, answers: [...content.answers], kept: [...content.kept] };
    await api.results.create({ ...input, _id: id });
    expect(await api.results.own()).toEqual([expect.objectContaining({ ...content, arrivedClear: true })]);
    await sealAll(person);
    expect(await api.results.own()).toEqual([expect.objectContaining({ answers: null })]);
    await prove(person);
    const { keyVersion } = await api.vault.state();
    const begun = await api.vault.begin({ to: 'server', keyVersion, slots: [] });
    const clear = { ...input, _id: id, tags: null, tagsBefore: null };
    await api.vault.putClear({ keyVersion: begun.keyVersion, scans: [clear] });
    expect(await api.results.own()).toEqual([expect.objectContaining({ ...content, scoring: stored.scoring })]);
  });
});

describe('on the device, the fields of a scan', () => {
  const item: PendingScan = {
    ...content,
    kind: 'scan',
    id: randomUUID(),
    owner: 'u1',
    createdAt: stored.createdAt,
    refusal: null,
  };

  it('wait sealed in the outbox, and are sent whole', async () => {
    sealAsText();
    const kept: unknown = JSON.parse(JSON.stringify(await sealedOf(item)));
    expect(isRecord(kept) ? Object.keys(kept) : []).not.toContain('answers');
    expect(await readableItem({ ...(await sealedOf(item)) })).toEqual(item);
    expect(scanInput(item)).toEqual({ ...content, _id: item.id, createdAt: item.createdAt });
  });

  it('mark the copies: with a field more or less, those of another version are fetched again', () => {
    const names = namesOf(scanFields);
    const marks = names.map((name) =>
      deviceShape(
        picked(
          names.filter((one) => one !== name),
          scanFields,
        ),
      ),
    );
    expect(new Set([deviceShape(scanFields), ...marks]).size).toBe(names.length + 1);
  });
});
