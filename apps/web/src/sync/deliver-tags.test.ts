import { importNoteKey, openText, sealText } from '@nuances/crypto/note-envelope';
import { textOfTags } from '@nuances/domain/scan/tags';
import { randomBytes, randomUUID } from 'node:crypto';
import { expect, it, vi } from 'vitest';
import type { RouterInputs } from '../api/router-types.ts';
import { stubLogin } from '../browser/page-testing.ts';
import { stubServer } from '../browser/server-testing.ts';
import { newPage } from '../new-page-testing.ts';
import type { PendingTags } from '../offline/outbox-items.ts';

const userKey = randomBytes(32).toString('hex');
const scanId = randomUUID();

/** The tags of one scan, as `results.setTags` of the API stores them. Another device changes them before each call. */
async function newServer(elsewhere: (string[] | null)[]) {
  const key = await importNoteKey(userKey);
  const sealed = async (...tags: string[]) => sealText(key, textOfTags(tags) ?? '');
  const stored: string = await sealed('friends', 'train');
  const server = {
    sealed,
    tags: stored,
    calls: 0,
    open: async () => openText(key, server.tags),
  };
  stubServer<RouterInputs['results']['setTags']>(async (procedure, { tags, tagsBefore }) => {
    if (procedure === 'notes.userKey') return { userKey };
    const theirs = elsewhere[server.calls];
    server.calls += 1;
    if (theirs) server.tags = await sealed(...theirs);
    if (tagsBefore === undefined || tagsBefore === server.tags) server.tags = tags ?? '';
    return { _id: scanId, tags: server.tags };
  });
  return server;
}

async function choose(server: Awaited<ReturnType<typeof newServer>>, before: PendingTags['before'], ...tags: string[]) {
  stubLogin('u1');
  vi.stubGlobal('isSecureContext', true);
  await newPage();
  const { deliver } = await import('./deliver.ts');
  const filed = { id: 't', owner: 'u1', createdAt: '2026-11-20T08:00:00.000Z', refusal: null };
  const item: PendingTags = {
    ...filed,
    kind: 'tags',
    scanId,
    tags: await server.sealed(...tags),
    ...(before && { before }),
  };
  return deliver(item);
}

it('words that another device chooses at the same time are kept, also those of between two calls', async () => {
  const server = await newServer([
    ['friends', 'train', 'sleep'],
    ['friends', 'sleep', 'tea'],
  ]);
  const delivery = await choose(server, [{ tags: server.tags }], 'family', 'train');
  expect(JSON.parse(await server.open())).toEqual(['family', 'sleep', 'tea']);
  expect(server.calls).toBe(3);
  expect(delivery).toMatchObject({ item: { tags: server.tags } });
});

it('control: a choice of which nobody knows what it was made from replaces the others', async () => {
  const server = await newServer([['friends', 'sleep']]);
  await choose(server, undefined, 'family');
  expect(JSON.parse(await server.open())).toEqual(['family']);
});
