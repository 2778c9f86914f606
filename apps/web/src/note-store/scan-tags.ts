import {
  offeredTags,
  replacedTag,
  tagKey,
  textOfTags,
  usedTags,
  withoutTag,
  type UsedTag,
} from '@nuances/domain/scan/tags';
import { firstKeyVersion } from '@nuances/domain/vault/state';
import { CancelledError } from '@tanstack/react-query';
import type { Queries } from '../api/queries.tsx';
import { nextTask } from '../browser/next-task.ts';
import { createSerialQueue } from '../browser/serial-queue.ts';
import { createStore, useStore } from '../browser/store.ts';
import type { RouterOutputs } from '../api/router-types.ts';
import { randomUuid } from '../browser/uuid.ts';
import { currentPending, onPendingChange, put } from '../offline/outbox.ts';
import type { PendingTags, SealedTags } from '../offline/outbox-items.ts';
import { onDelivery, sendAll } from '../offline/send.ts';
import { currentUserId, isLoggedIn, onSessionChange, requireUserId } from '../session/session-store.ts';
import { onLock } from '../keys/lock-listeners.ts';
import { deviceKeyOf } from '../keys/device-key.ts';
import { canEncrypt } from '../keys/note-key.ts';
import { readRemovedTags, writeRemovedTags } from './removed-tags.ts';
import type { RowSealing } from '../keys/note-key-sealing.ts';
import { rowSealingOf } from '../keys/row-sealing.ts';

/** The tags of the person's scans, as far as they have loaded. */
export interface TagsView {
  /** Whether the scans have been loaded. */
  readonly known: boolean;
  /** Decrypted tags by the id of the scan; scans without tags are missing. */
  readonly byScan: ReadonlyMap<string, readonly string[]>;
  /** Tags to offer for a scan, most used first. */
  readonly offered: readonly string[];
  /** All tags except removed ones, most used first. */
  readonly own: readonly UsedTag[];
}

interface StoredTags {
  readonly at: number;
  readonly tags: string;
  /** Version of the key of the vault that sealed them; 1 without a vault. */
  readonly keyVersion: number;
}

/** Own unsent choices that an item remembers to have replaced. */
const mostReplaced = 8;

/** Envelopes that are opened before other tasks of the page may run. */
const batch = 100;

const nothing: TagsView = { known: false, byScan: new Map(), offered: [], own: [] };
const view = createStore(nothing);
/** Account that the following values belong to. */
let owner: string | null = null;
/** Envelopes on the server, by scan. */
let stored = new Map<string, StoredTags>();
/** What the tags on the screen are of. Later answers and choices make another one: whoever is writing goes on with its own. */
interface Drawn {
  /** Whether the scans had been loaded. */
  readonly known: boolean;
  /** Envelopes by scan, also of choices that waited. */
  readonly sealed: ReadonlyMap<string, SealedTags>;
  /** The choices that waited, as they were then. */
  readonly waiting: readonly PendingTags[];
}

const nothingDrawn: Drawn = { known: false, sealed: new Map(), waiting: [] };
/** A list is opened after it has come: until then, the screen shows the one before. */
let drawn = nothingDrawn;
/** Whether the scans have been loaded. */
let known = false;
/** Decrypted envelopes; null for one that the key does not decrypt. In memory only. */
let opened = new Map<string, readonly string[] | null>();
/** For each list that is being fetched the tags that were sent meanwhile, which it may lack. */
const storedMeanwhile = new Set<PendingTags[]>();
/** Saves run in the order of the calls, so that the last choice replaces earlier ones. */
const inOrder = createSerialQueue();
/** Keys of the removed tags, which are not offered. */
let removed: ReadonlySet<string> = new Set();
/** End the waits for the server: the vault closes, and what was chosen is sealed before its keys go. */
const waits = new Set<() => void>();
/** Others still seal what is typed: nothing waits for the server any more. */
let isClosing = false;
/** Counts the locks. */
let locks = 0;
/** The changes of all scans that are under way. Never rejects. */
let changing: Promise<void> = Promise.resolve();

function forget(): void {
  owner = null;
  stored = new Map();
  drawn = nothingDrawn;
  known = false;
  opened = new Map();
  removed = new Set();
  view.set(nothing);
}

function pendingTags(of: string): readonly PendingTags[] {
  return currentPending().filter((item): item is PendingTags => item.kind === 'tags' && item.owner === of);
}

/** Puts tags that were saved on this device in the place of those of their scan. */
function applyTags(
  sealed: Map<string, StoredTags>,
  { scanId, tags, createdAt, keyVersion = firstKeyVersion }: PendingTags,
): void {
  if (tags === null) sealed.delete(scanId);
  else sealed.set(scanId, { tags, keyVersion, at: sealed.get(scanId)?.at ?? Date.parse(createdAt) });
}

/** @param into a lock meanwhile takes this map, and with it what comes late */
async function open(
  into: typeof opened,
  rows: RowSealing,
  [_id, { tags, keyVersion }]: readonly [string, StoredTags],
): Promise<void> {
  into.set(tags, await rows.openTags({ _id, keyVersion }, tags));
}

/** Shows the tags of the server, replaced by those of the outbox. */
async function show(): Promise<void> {
  const shownOwner = owner;
  if (shownOwner === null) return;
  const sealed = new Map(stored);
  const waiting = pendingTags(shownOwner);
  for (const item of waiting) applyTags(sealed, item);
  const unopened = [...sealed].filter(([, { tags }]) => !opened.has(tags));
  if (unopened.length > 0) {
    const into = opened;
    const rows = await rowSealingOf(shownOwner).catch(() => null);
    if (rows === null) return;
    for (let at = 0; at < unopened.length && into === opened; at += batch) {
      await Promise.all(unopened.slice(at, at + batch).map((one) => open(into, rows, one)));
      await nextTask();
    }
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
  drawn = { known, sealed, waiting };
  view.set({
    known,
    byScan,
    offered: offeredTags(tagged, Date.now(), removed),
    own: usedTags(tagged).filter(({ tag }) => !removed.has(tagKey(tag))),
  });
}

onSessionChange(() => {
  if (!isLoggedIn(owner)) forget();
});
onLock({
  async seal() {
    isClosing = true;
    for (const end of waits) end();
    await changing;
    return false;
  },
  drop() {
    isClosing = false;
    locks += 1;
    forget();
  },
  // Not every key that goes closes the page.
  goOn() {
    isClosing = false;
  },
});
/** Opens what did not open before: keys have come. */
export function reopenTags(): void {
  for (const [sealed, tags] of opened) if (tags === null) opened.delete(sealed);
  void show();
}

onPendingChange(() => void show());
onDelivery((delivery) => {
  if (delivery.kind !== 'tags' || delivery.item.owner !== owner) return;
  applyTags(stored, delivery.item);
  for (const list of storedMeanwhile) list.push(delivery.item);
});

/** Stores the tags of all scans from the server and those that were sent since, and shows them. */
async function replaceTags(
  scans: readonly RouterOutputs['results']['own'][number][],
  since: readonly PendingTags[] = [],
): Promise<void> {
  known = true;
  stored = new Map(
    scans.flatMap(({ _id, createdAt, tags, keyVersion = firstKeyVersion }) =>
      tags === null ? [] : [[_id, { tags, keyVersion, at: Date.parse(createdAt) }]],
    ),
  );
  for (const item of since) applyTags(stored, item);
  await show();
}

/** Fetches the scans, again when that was cancelled because the list has changed; not when the session has ended. */
async function fetchScans(
  { owner: userId, utils }: Queries,
  options: { staleTime?: number; retry?: boolean },
): Promise<RouterOutputs['results']['own']> {
  for (;;) {
    try {
      return await utils.results.own.fetch(undefined, options);
    } catch (error) {
      if (!(error instanceof CancelledError) || currentUserId() !== userId) throw error;
    }
  }
}

/**
 * Decrypts the tags of all scans, first from the copies on this device, then from the server. Never rejects: without an
 * answer the known tags stay.
 * @param onShown called when tags from the copies are shown, before the server is asked
 * @param options as the query of the scans takes them
 */
export async function refreshTags(
  onShown: () => void = () => undefined,
  options: { staleTime?: number; retry?: boolean } = {},
): Promise<void> {
  const userId = currentUserId();
  if (userId === null || !canEncrypt()) return;
  if (owner !== userId) forget();
  owner = userId;
  const since: PendingTags[] = [];
  storedMeanwhile.add(since);
  try {
    // Also loads the key, so that tags can be sealed without a network.
    const [{ queriesOf }, key] = await Promise.all([import('../api/queries.tsx'), deviceKeyOf(userId)]);
    const kept = await readRemovedTags(key, userId);
    if (owner !== userId) return;
    removed = kept;
    const queries = queriesOf(userId);
    await queries.restored;
    const copied = queries.utils.results.own.getData();
    if (copied && owner === userId) {
      await replaceTags(copied);
      onShown();
    }
    const scans = await fetchScans(queries, options);
    if (owner === userId) await replaceTags(scans, since);
  } catch {
    // The next visit tries again.
    await show();
  } finally {
    storedMeanwhile.delete(since);
  }
}

/** The tags of the person's scans; call `refreshTags` first. */
export function useTags(): TagsView {
  return useStore(view);
}

/** The logged-in account, what seals its tags, and the key of the device. */
interface Member {
  readonly userId: string;
  readonly rows: RowSealing;
  readonly key: CryptoKey;
}

/** @throws without a session, and without the keys, see `rowSealingOf` */
async function member(): Promise<Member> {
  const userId = requireUserId();
  owner ??= userId;
  const [rows, key] = await Promise.all([rowSealingOf(userId), deviceKeyOf(userId)]);
  return { userId, rows, key };
}

const envelopeOf = ({ tags, keyVersion = firstKeyVersion }: SealedTags): SealedTags => ({ tags, keyVersion });

/** What the server may have of a scan's tags when others are chosen, see `PendingTags`. */
function tagsBefore(saw: Drawn, scanId: string, unsent: PendingTags | undefined): Pick<PendingTags, 'before'> {
  if (!unsent) return saw.known ? { before: [envelopeOf(saw.sealed.get(scanId) ?? { tags: null })] } : {};
  // It may have been merged since with what another device has changed.
  const replacing = saw.waiting.find(({ id }) => id === unsent.id) ?? unsent;
  const [first, ...replaced] = replacing.before ?? [];
  return first ? { before: [first, ...[...replaced, envelopeOf(replacing)].slice(-mostReplaced)] } : {};
}

/** @param saw what the tags were chosen from */
async function storeTags(
  { userId, rows }: Member,
  scanId: string,
  tags: readonly string[],
  saw: Drawn = drawn,
): Promise<void> {
  const sealed = await rows.sealTags(scanId, tags);
  const unsent = pendingTags(userId).filter((item) => item.scanId === scanId);
  const version = rows.writes === null ? {} : { keyVersion: rows.writes };
  const item = { kind: 'tags', id: randomUuid(), owner: userId, scanId, tags: sealed, ...version } as const;
  await put(
    { ...item, ...tagsBefore(saw, scanId, unsent.at(-1)), createdAt: new Date().toISOString(), refusal: null },
    unsent.map(({ id }) => id),
  );
}

async function keepRemoved({ userId }: Member, keys: ReadonlySet<string>): Promise<void> {
  removed = keys;
  await writeRemovedTags(userId, keys);
}

/** A removed tag that is chosen again is offered again. */
async function offerAgain(own: Awaited<ReturnType<typeof member>>, tags: readonly string[]): Promise<void> {
  const again = tags.map(tagKey).filter((one) => removed.has(one));
  if (again.length > 0) await keepRemoved(own, new Set([...removed].filter((one) => !again.includes(one))));
}

/**
 * Seals the tags of a scan and stores them in the outbox, in place of unsent ones; `sendTags` sends them, after the
 * scan.
 * @throws without the key, see `rowSealingOf`, and for tags that break a rule of the domain
 */
export function saveTags(scanId: string, tags: readonly string[]): Promise<void> {
  return inOrder(async () => {
    const own = await member();
    await offerAgain(own, tags);
    await storeTags(own, scanId, tags);
    await show();
  });
}

/** Sends what waits; returns whether no tags of the scan wait any longer. */
export async function sendTags(scanId: string): Promise<boolean> {
  await sendAll();
  return !currentPending().some((item) => item.kind === 'tags' && item.scanId === scanId);
}

/** How long the server is waited for before a tag changes in every scan, milliseconds. */
const readTimeoutMs = 3_000;

/** Reads all tags again, if the server answers: those that another device has added to a scan since would be written over. */
async function readAnew(): Promise<void> {
  // Without a network nothing is waited for: the choice would be lost with the page.
  if (!navigator.onLine || isClosing) return;
  let end: () => void = () => undefined;
  const late = new Promise<void>((resolve) => {
    end = resolve;
    setTimeout(resolve, readTimeoutMs);
  });
  waits.add(end);
  await Promise.race([refreshTags(undefined, { staleTime: 0, retry: false }), late]);
  waits.delete(end);
}

/** Changes the tags of each scan for which `change` gives others. @returns how many */
async function changeAll(change: (tags: readonly string[]) => readonly string[] | null): Promise<number> {
  await readAnew();
  const own = await member();
  // A late answer moves what is on the screen, while the scans are gone through.
  const [{ byScan }, saw] = [view.get(), drawn];
  let changed = 0;
  for (const [scanId, tags] of byScan) {
    const others = change(tags);
    if (!others) continue;
    await storeTags(own, scanId, others, saw);
    changed += 1;
  }
  void sendAll();
  return changed;
}

function changeEverywhere(change: Parameters<typeof changeAll>[0]): Promise<number> {
  const done = changeAll(change);
  changing = Promise.allSettled([changing, done]).then(() => undefined);
  return done;
}

/**
 * Replaces a tag in every scan that has it. The new one may exist already.
 * @throws without the key, see `rowSealingOf`, and for a tag that breaks a rule of the domain
 */
export async function replaceTag(from: string, to: string): Promise<void> {
  textOfTags([to]);
  await offerAgain(await member(), [to]);
  await changeEverywhere((tags) => replacedTag(tags, from, to));
}

/**
 * Stops offering a tag; scans that have it keep it.
 * @throws without the key, see `rowSealingOf`
 */
export async function removeTag(tag: string): Promise<void> {
  await keepRemoved(await member(), new Set([...removed, tagKey(tag)]));
  await show();
}

/**
 * Takes a tag out of every scan that has it.
 * @returns how many scans had it; null when the page was locked meanwhile, or is about to be: it must not name the tag
 * @throws without the key, see `rowSealingOf`
 */
export async function eraseTag(tag: string): Promise<number | null> {
  const since = locks;
  const erased = await changeEverywhere((tags) => withoutTag(tags, tag));
  // A lock ends the wait for the server before it comes.
  return isClosing || locks !== since ? null : erased;
}
