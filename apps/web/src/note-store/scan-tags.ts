import { openText, sealText } from '@nuances/crypto/note-envelope';
import { offeredTags, tagsOfText, textOfTags } from '@nuances/domain/tags';
import { createStore, useStore } from '../browser/store.ts';
import type { RouterOutputs } from '../api/router-outputs.ts';
import { randomUuid } from '../browser/uuid.ts';
import { currentPending, onPendingChange, put } from '../offline/outbox.ts';
import type { PendingTags } from '../offline/outbox-items.ts';
import { onDelivery, sendAll } from '../offline/send.ts';
import { currentSession, onSessionChange } from '../session/session-store.ts';
import { canEncrypt, noteKeyOf } from './note-key.ts';

/** The tags of the person's scans, as far as they are known. */
export interface TagsView {
  /** Whether the server has told of its scans. */
  readonly known: boolean;
  /** How many scans the person had then. */
  readonly scans: number;
  /** In clear, by the id of the scan; scans without tags are not in it. */
  readonly byScan: ReadonlyMap<string, readonly string[]>;
  /** What is offered after a scan, most used first. */
  readonly offered: readonly string[];
}

interface SealedTags {
  readonly at: number;
  readonly tags: string;
}

const nothing: TagsView = { known: false, scans: 0, byScan: new Map(), offered: [] };
const view = createStore(nothing);
/** Account that the rest belongs to. */
let owner: string | null = null;
/** What the server holds, by scan. */
let stored = new Map<string, SealedTags>();
let scanCount: number | null = null;
/** Opened envelopes; null for one that the key does not open. In memory only. */
let opened = new Map<string, readonly string[] | null>();

function forget(): void {
  owner = null;
  stored = new Map();
  scanCount = null;
  opened = new Map();
  view.set(nothing);
}

function pendingTags(of: string): readonly PendingTags[] {
  return currentPending().filter((item): item is PendingTags => item.kind === 'tags' && item.owner === of);
}

async function open(key: CryptoKey, sealed: string): Promise<void> {
  if (opened.has(sealed)) return;
  const tags = await openText(key, sealed)
    .then(tagsOfText)
    .catch(() => null);
  opened.set(sealed, tags);
}

/** Shows what the server holds with what waits on this device in its place. */
async function show(): Promise<void> {
  const shownOwner = owner;
  if (shownOwner === null) return;
  const sealed = new Map(stored);
  for (const { scanId, tags, createdAt } of pendingTags(shownOwner)) {
    if (tags === null) sealed.delete(scanId);
    else sealed.set(scanId, { tags, at: sealed.get(scanId)?.at ?? Date.parse(createdAt) });
  }
  const envelopes = [...sealed.values()].map(({ tags }) => tags).filter((tags) => !opened.has(tags));
  if (envelopes.length > 0) {
    const key = await noteKeyOf(shownOwner).catch(() => null);
    if (key === null) return;
    await Promise.all(envelopes.map((envelope) => open(key, envelope)));
  }
  if (owner !== shownOwner) return;
  const byScan = new Map<string, readonly string[]>();
  const tagged = [];
  for (const [scanId, { at, tags }] of sealed) {
    const clear = opened.get(tags);
    if (!clear) continue;
    byScan.set(scanId, clear);
    tagged.push({ at, tags: clear });
  }
  view.set({ known: scanCount !== null, scans: scanCount ?? 0, byScan, offered: offeredTags(tagged, Date.now()) });
}

onSessionChange(() => {
  const session = currentSession();
  if (session.status !== 'in' || session.userId !== owner) forget();
});
onPendingChange(() => void show());
onDelivery((delivery) => {
  if (delivery.kind !== 'tags' || delivery.item.owner !== owner) return;
  const { scanId, tags, createdAt } = delivery.item;
  if (tags === null) stored.delete(scanId);
  else stored.set(scanId, { tags, at: stored.get(scanId)?.at ?? Date.parse(createdAt) });
});

/** Takes over the tags of all scans, as the server holds them, and shows them. */
async function takeOver(scans: readonly RouterOutputs['results']['own'][number][]): Promise<void> {
  scanCount = scans.length;
  stored = new Map(
    scans.flatMap(({ _id, createdAt, tags }) => (tags === null ? [] : [[_id, { tags, at: Date.parse(createdAt) }]])),
  );
  await show();
}

/**
 * Opens the tags of all scans, first as this device has kept them, then as the server answers. Never rejects: without an answer
 * what is known stays.
 */
export async function refreshTags(): Promise<void> {
  const session = currentSession();
  if (session.status !== 'in' || !canEncrypt()) return;
  const { userId } = session;
  if (owner !== userId) forget();
  owner = userId;
  try {
    // The key too, so that words can be sealed without a network.
    const [{ queriesOf }] = await Promise.all([import('../api/queries.tsx'), noteKeyOf(userId)]);
    if (owner !== userId) return;
    const { utils, restored } = queriesOf(userId);
    await restored;
    const kept = utils.results.own.getData();
    if (kept && owner === userId) await takeOver(kept);
    const scans = await utils.results.own.fetch();
    if (owner === userId) await takeOver(scans);
  } catch {
    // Offered again with the next visit.
    await show();
  }
}

/** What is known now. */
export const currentTags = view.get;

/** The tags of the person's scans; call `refreshTags` where they are first needed. */
export function useTags(): TagsView {
  return useStore(view);
}

/**
 * Seals the tags of a scan and stores them on the device, in place of those that wait for it; they are sent after the scan.
 * @throws without the key, see `noteKeyOf`, and for tags that break a rule of the domain
 */
export async function saveTags(scanId: string, tags: readonly string[]): Promise<void> {
  const session = currentSession();
  if (session.status !== 'in') throw new Error('nobody is logged in');
  const { userId } = session;
  owner ??= userId;
  const text = textOfTags(tags);
  const sealed = text === null ? null : await sealText(await noteKeyOf(userId), text);
  const before = pendingTags(userId).filter((item) => item.scanId === scanId);
  await put(
    {
      kind: 'tags',
      id: randomUuid(),
      owner: userId,
      scanId,
      tags: sealed,
      createdAt: new Date().toISOString(),
      refusal: null,
    },
    before.map(({ id }) => id),
  );
  void sendAll();
}
