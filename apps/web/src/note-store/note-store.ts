import { NoteKeyInvalid } from '@nuances/crypto/note-envelope';
import { dayOf } from '@nuances/domain/local-day';
import { noteSetOf } from '@nuances/domain/notes';
import { toApiError, type ApiError } from '@nuances/domain/api-error';
import { onReconnect } from '../offline/connection.ts';
import { currentPending, onPendingChange, reload as reloadOutbox } from '../offline/outbox.ts';
import type { Delivery, PendingNote } from '../offline/outbox-items.ts';
import { onDelivery } from '../offline/send.ts';
import { currentUserId, isLoggedIn, onSessionChange } from '../session/session-store.ts';
import { reportKeyDoubt } from './key-doubts.ts';
import { onLock } from '../keys/lock-listeners.ts';
import { hasVault } from '../keys/vault-mark.ts';
import { createNoteCopyWriter, readNoteCopy, type NoteCopyWriter } from '../device-copy/note-copy.ts';
import { readAllNotes } from './all-notes.ts';
import { openNote, openPending } from './envelopes.ts';
import { sha256 } from '../browser/sha256.ts';
import { nextTask } from '../browser/next-task.ts';
import { createStore, useStore } from '../browser/store.ts';
import { canEncrypt } from '../keys/note-key.ts';
import { type AnyNote, dayAt, type NoteState, type SealedNote } from './note.ts';
import type { RowSealing } from '../keys/note-key-sealing.ts';
import { rowSealingOf } from '../keys/row-sealing.ts';

/** Notes that are decrypted before the work yields to the page; even a phone needs only a few milliseconds for them. */
const batch = 50;
/**
 * Length of the first list that is shown during decryption, about one screen. Each next list is longer by this factor.
 */
const firstList = 12;
const nextList = 16;

/** The person's notes, as far as they have loaded. */
export interface NotesView {
  /**
   * `insecure`: this address cannot encrypt; `keyMissing`: the key could not be loaded; `failed`: the notes could not.
   */
  readonly status: 'loading' | 'ready' | 'failed' | 'keyMissing' | 'insecure';
  /** Newest first; grows during decryption. Contains the notes of the outbox in every state. */
  readonly notes: readonly AnyNote[];
  /** Number of notes decrypted so far; null when no decryption is active. */
  readonly opened: number | null;
  /** Reason of a failure; null without one. */
  readonly failure: ApiError | null;
  /** When the server last said that these are its notes, milliseconds since 1970; 0 when that is unknown. */
  readonly readAt: number;
}

/** Decrypted notes of one account; dropped at the logout. */
interface AccountNotes {
  readonly owner: string;
  /** Notes on the server, by id. */
  stored: Map<string, AnyNote>;
  /** Hash of `stored`; null until it is complete. */
  hash: string | null;
  /** See {@link NotesView}. */
  readAt: number;
  /** Decrypted notes of the outbox by the id of the item; null for a deletion. */
  readonly waiting: Map<string, AnyNote | null>;
  /** Notes that the server accepted while a list was being read. */
  readonly deliveries: Map<string, AnyNote | null>;
  /** Counts own changes, so that only the latest one sets the hash. */
  changes: number;
  /** Writes `stored` to the device whenever it is complete. */
  readonly copy: NoteCopyWriter;
}

const emptyView: NotesView = { status: 'loading', notes: [], opened: null, failure: null, readAt: 0 };
/** While a screen shows the notes, they are refreshed whenever the page becomes visible. */
const view = createStore(emptyView, () => {
  shown = true;
  document.addEventListener('visibilitychange', refreshIfVisible);
  window.addEventListener('focus', refreshIfVisible);
  const stopReconnect = onReconnect(refreshIfVisible);
  return () => {
    shown = false;
    document.removeEventListener('visibilitychange', refreshIfVisible);
    window.removeEventListener('focus', refreshIfVisible);
    stopReconnect();
  };
});
/** Whether a screen shows the notes. */
let shown = false;
let account: AccountNotes | null = null;
/** Loads run one after another. */
let lastLoad: Promise<void> = Promise.resolve();
let queued = 0;
/** Deliveries that are being applied; they change the hash that the next load compares. */
let applying: Promise<unknown> = Promise.resolve();

function newest(a: AnyNote, b: AnyNote): number {
  if (a.createdAt !== b.createdAt) return a.createdAt < b.createdAt ? 1 : -1;
  return a.id < b.id ? -1 : 1;
}

function waitingItems(owner: string): readonly PendingNote[] {
  return currentPending().filter((item): item is PendingNote => item.kind === 'note' && item.owner === owner);
}

/** The list to show: notes of the server, replaced by those of the outbox. */
function listOf({ owner, stored, waiting }: AccountNotes): readonly AnyNote[] {
  const notes = new Map(stored);
  for (const { id, noteId, refusal } of waitingItems(owner)) {
    const note = waiting.get(id);
    if (note === undefined) continue;
    if (note === null) {
      notes.delete(noteId);
      continue;
    }
    const state: NoteState = refusal ? 'failed' : 'waiting';
    const current: AnyNote = note.state === state ? note : { ...note, state };
    waiting.set(id, current);
    notes.set(noteId, current);
  }
  return [...notes.values()].sort(newest);
}

function show(change: Partial<NotesView>): void {
  view.set({ ...view.get(), ...change });
}

/** Shows the list of an account, unless the account has logged out meanwhile. */
function showListOf(own: AccountNotes, change: Partial<NotesView> = {}): void {
  if (account === own) show({ ...change, notes: listOf(own) });
}

/** Notes of the logged-in account; null without a session. */
function ownNotes(): AccountNotes | null {
  const owner = currentUserId();
  if (owner === null) return null;
  if (account?.owner !== owner) {
    account = {
      owner,
      stored: new Map(),
      hash: null,
      readAt: 0,
      waiting: new Map(),
      deliveries: new Map(),
      changes: 0,
      copy: createNoteCopyWriter(owner, () => account?.owner === owner),
    };
    view.set(emptyView);
  }
  return account;
}

/** Computes the hash after an own change, so that the notes need not be loaded again. */
async function rehash(own: AccountNotes): Promise<void> {
  // Of notes that are to be asked for again it would say that they are complete.
  if (!own.hash) return;
  own.changes += 1;
  const { changes } = own;
  const hash = await sha256(noteSetOf(Array.from(own.stored.values(), ({ id, revision }) => ({ _id: id, revision }))));
  if (own.changes === changes) own.hash = hash;
}

/** Decrypts notes of the outbox that are not decrypted yet: after a reload, or written in another tab. */
async function openWaiting(own: AccountNotes): Promise<void> {
  const unopened = waitingItems(own.owner).filter(({ id }) => !own.waiting.has(id));
  if (unopened.length === 0) return;
  const rows = await rowSealingOf(own.owner);
  const opened = await Promise.all(unopened.map(async (item) => [item.id, await openPending(rows, item)] as const));
  for (const [id, note] of opened) own.waiting.set(id, note);
}

/** Fetches and decrypts all notes. A note whose revision is known already is not decrypted again. */
async function openAll(own: AccountNotes, rows: RowSealing): Promise<string> {
  const fresh = new Map<string, AnyNote>();
  const known = own.stored;
  // The first list is shown while it grows; a later list replaces the shown one when it is complete.
  const first = own.hash === null;
  if (first) own.stored = fresh;
  let showAt = firstList;
  let hasOtherKey = false;

  const openBatch = (sealed: readonly SealedNote[]) =>
    Promise.all(
      sealed.map(async (note) => {
        const before = known.get(note._id);
        const receivedAt = note.receivedAt ?? null;
        const isKnown =
          before?.revision === note.revision &&
          before.receivedAt === receivedAt &&
          before.updatedAt === note.updatedAt &&
          !before.locked;
        if (isKnown) return before;
        const opened = await openNote(rows, note);
        // Only what had a vault names the version of its key: it was made, or has ended, on another device.
        if (opened.locked && note.keyVersion !== undefined) hasOtherKey = true;
        return opened;
      }),
    );
  const file = (notes: readonly AnyNote[]) => {
    if (account !== own) throw new Error('logged out while the notes were read');
    for (const note of notes) fresh.set(note.id, note);
    if (!first || fresh.size < showAt) return;
    showAt *= nextList;
    showListOf(own, { opened: fresh.size });
  };

  own.deliveries.clear();
  let filed: Promise<void> = Promise.resolve();
  const hash = await readAllNotes(async (sealed) => {
    for (let at = 0; at < sealed.length; at += batch) {
      const earlier = filed;
      const opening = openBatch(sealed.slice(at, at + batch));
      // Each batch is filed as soon as it is open, also while the next piece of the answer is read or awaited.
      filed = earlier.then(() => opening).then(file);
      filed.catch(() => undefined);
      await earlier;
      await nextTask();
    }
  });
  await filed;

  for (const [id, note] of own.deliveries) {
    const listed = fresh.get(id);
    if (note === null) fresh.delete(id);
    else if (!listed || listed.revision < note.revision) fresh.set(id, note);
  }
  own.stored = fresh;
  if (hasOtherKey && !hasVault(own.owner)) reportKeyDoubt(own.owner);
  return hash;
}

/** Shows the copy of the notes on this device; the server is asked afterwards. */
async function showCopy(own: AccountNotes): Promise<void> {
  const kept = await readNoteCopy(own.owner);
  if (!kept || account !== own) return;
  own.stored = new Map(kept.notes);
  own.hash = kept.hash;
  own.readAt = kept.readAt;
  own.copy.begin(kept.notes);
  showListOf(own, { status: 'ready', readAt: kept.readAt });
}

function keepCopy(own: AccountNotes): void {
  const { stored, hash, readAt } = own;
  if (hash !== null) own.copy.write({ notes: new Map(stored), hash, readAt });
}

async function load(own: AccountNotes, log: boolean, onChecked: () => void): Promise<void> {
  if (!canEncrypt()) {
    show({ status: 'insecure' });
    return;
  }
  if (own.hash === null) show({ status: 'loading', failure: null });
  let rows: RowSealing;
  try {
    rows = await rowSealingOf(own.owner);
  } catch (error) {
    if (account === own) show({ status: 'keyMissing', failure: toApiError(error) });
    // The server has none for an account with a vault, which this device may have forgotten.
    if (error instanceof NoteKeyInvalid) reportKeyDoubt(own.owner);
    return;
  }
  try {
    if (own.hash === null) await showCopy(own);
    await reloadOutbox();
    await openWaiting(own);
    showListOf(own);
    const { api } = await import('../api/client.ts');
    const { hash } = await api.notes.hash.query({ log });
    onChecked();
    await applying;
    const hasChanged = hash !== own.hash;
    if (hasChanged) {
      own.hash = await openAll(own, rows);
      if (own.deliveries.size > 0) await rehash(own);
      showListOf(own);
      // Two tasks for rendering all notes and for the end of the load, each short enough not to delay a key press.
      await nextTask();
    }
    const isOfOtherDay = dayOf(own.readAt) !== dayOf(Date.now());
    own.readAt = Date.now();
    if (account === own) show({ status: 'ready', opened: null, failure: null, readAt: own.readAt });
    // Last, because sealing and storing ten thousand notes competes with showing them.
    if (hasChanged || isOfOtherDay) keepCopy(own);
  } catch (error) {
    showListOf(own, { status: own.hash === null ? 'failed' : 'ready', opened: null, failure: toApiError(error) });
  }
}

interface Refresh {
  /** Whether the server counts this as opening the notes. */
  readonly log?: boolean;
  /** Called when the server has said whether the notes have changed, and in any case at the end. */
  readonly onChecked?: () => void;
}

/** Loads the notes if the server has other ones. Never rejects. */
export function refreshNotes({ log = false, onChecked = () => undefined }: Refresh = {}): Promise<void> {
  // A queued load already does the same.
  if (queued === 0 || log) {
    queued += 1;
    lastLoad = lastLoad.then(async () => {
      queued -= 1;
      const own = ownNotes();
      if (own) await load(own, log, onChecked);
    });
  }
  void lastLoad.then(onChecked);
  return lastLoad;
}

/** Opens what did not open before: keys have come. */
export function reopenNotes(): void {
  if (!account) return;
  const isLocked = (note: AnyNote | null) => note?.locked === true;
  for (const [id, note] of account.waiting) if (isLocked(note)) account.waiting.delete(id);
  if ([...account.stored.values()].some(isLocked)) {
    account.hash = '';
    // A hash that is being made of before must not stand for them.
    account.changes += 1;
  }
  void refreshNotes();
}

/** Shows a note of the outbox; call it before its item enters the outbox. Null hides a deleted note. */
export function showWaiting(itemId: string, note: AnyNote | null): void {
  ownNotes()?.waiting.set(itemId, note);
}

/** The notes of an account as the server last listed them; null while they are not complete. */
export function storedNoteRows(owner: string): readonly { readonly id: string; readonly revision: number }[] | null {
  if (account?.owner !== owner || !account.hash) return null;
  return Array.from(account.stored.values(), ({ id, revision }) => ({ id, revision }));
}

/** Writes the copy on the device, also what had to wait. */
export function keepNotes(): void {
  if (account) keepCopy(account);
}

/** The current notes. */
export function currentNotes(): NotesView {
  return view.get();
}

/** Adds a note that the server has accepted to the stored notes. */
async function applyDelivery({ item, answer, isKept }: Extract<Delivery, { kind: 'note' }>): Promise<void> {
  const own = account;
  if (!own || own.owner !== item.owner) return;
  if (isKept === true) {
    own.waiting.delete(item.id);
    showListOf(own);
    void refreshNotes();
    return;
  }
  const file = (id: string, note: AnyNote | null) => {
    own.deliveries.set(id, note);
    if (note === null) own.stored.delete(id);
    else own.stored.set(id, note);
  };
  const known = own.waiting.get(item.id);
  if (!answer) {
    file(item.noteId, null);
  } else if (known) {
    const { revision, scanResultId, createdAt, receivedAt = null, updatedAt } = answer.note;
    file(item.noteId, {
      ...known,
      revision,
      scanResultId,
      createdAt,
      receivedAt,
      updatedAt,
      day: dayAt(createdAt),
      state: 'saved',
    });
  }
  const sealed = [answer && !known ? answer.note : null, answer?.conflict].filter((note) => note != null);
  if (sealed.length > 0) {
    const rows = await rowSealingOf(own.owner);
    for (const note of await Promise.all(sealed.map((one) => openNote(rows, one)))) file(note.id, note);
  }
  own.waiting.delete(item.id);
  await rehash(own);
  keepCopy(own);
  showListOf(own);
}

async function followOutbox(): Promise<void> {
  const own = account;
  if (!own) return;
  // Without the key the notes are not shown, and stay in the outbox; the status gives the reason.
  await openWaiting(own).catch(() => undefined);
  showListOf(own);
}

function refreshIfVisible(): void {
  if (document.visibilityState === 'visible') void refreshNotes();
}

function followSession(): void {
  if (account && !isLoggedIn(account.owner)) {
    account = null;
    view.set(emptyView);
  }
  if (currentUserId() !== null && shown) void refreshNotes();
}

onSessionChange(followSession);
onLock({
  drop: () => {
    account = null;
    view.set(emptyView);
  },
});
onPendingChange(() => void followOutbox());
onDelivery((delivery) => {
  if (delivery.kind !== 'note') return;
  const applied = applyDelivery(delivery).catch(() => void refreshNotes());
  applying = Promise.all([applying, applied]);
});

/**
 * The person's notes. Updated after changes in this page and in other tabs; changes of other devices are loaded
 * whenever the page becomes visible.
 */
export function useNotes(): NotesView {
  return useStore(view);
}
