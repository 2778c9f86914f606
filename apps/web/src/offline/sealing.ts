import { isRecord } from '@nuances/domain/record';
import { genders } from '@nuances/domain/profile';
import { answersOf } from '@nuances/domain/validation';
import type { OutboxItem, PendingProfile, PendingScan, ReadableItem, SealedItem } from './outbox-items.ts';

/** Seals and opens with the note key of an account. */
export interface Sealing {
  /** An envelope of what JSON can hold; null when neither this page nor this device has the key. Never rejects. */
  readonly seal: (owner: string, content: object) => Promise<string | null>;
  /** What an envelope holds; undefined without the key, null when the key does not open it. Never rejects. */
  readonly open: (owner: string, sealed: string) => Promise<unknown>;
  /** Asks the server for the key, unless it is here. Rejects as the call does. */
  readonly fetchKey: (owner: string) => Promise<void>;
}

let load: (() => Promise<Sealing>) | undefined;

/** Says how items are sealed. The code of it knows the notes, so the outbox is given it and does not import it. */
export function setSealing(loadSealing: () => Promise<Sealing>): void {
  load = loadSealing;
}

/** Fetches the code that seals; rejects when it cannot be fetched. */
export async function loadSealing(): Promise<Sealing> {
  if (!load) throw new Error('setSealing() was not called');
  return load();
}

/** An item whose content nobody else may read on the device: somebody's answers, or fields of their profile. */
type PrivateItem = (PendingScan & { readonly owner: string }) | PendingProfile;

/** A visitor has no key; notes and tags are sealed by those who write them. */
function isPrivate(item: OutboxItem): item is PrivateItem {
  return item.kind === 'profile' || (item.kind === 'scan' && item.owner !== null);
}

const contentOf = (item: PrivateItem): object => (item.kind === 'scan' ? item.answers : item.changes);

/**
 * Envelopes by the content they were made of or opened to: an item that is stored again, with a refusal for example, needs
 * no key, and a session that has ended never makes it readable again.
 */
const envelopes = new WeakMap<object, { readonly owner: string; readonly sealed: string }>();

/** An item as the device keeps it; one whose key is not here stays as it is, until {@link needsSealing} finds it. */
export async function sealedOf(item: OutboxItem): Promise<OutboxItem> {
  if (!isPrivate(item)) return item;
  const { id, owner, createdAt, refusal } = item;
  const known = envelopes.get(contentOf(item));
  let sealed = known?.owner === owner ? known.sealed : null;
  if (sealed === null) {
    const content =
      item.kind === 'scan' ? { answers: item.answers, duration: item.duration } : { changes: item.changes };
    sealed = await loadSealing().then(
      (sealing) => sealing.seal(owner, content),
      () => null,
    );
    if (sealed === null) return item;
    envelopes.set(contentOf(item), { owner, sealed });
  }
  return { kind: 'sealed', of: item.kind, id, owner, createdAt, refusal, sealed, isUnreadable: false };
}

/** Whether an item that the device keeps could be read there by anybody. */
export function needsSealing(item: OutboxItem): boolean {
  return isPrivate(item);
}

function isChanges(value: unknown): value is PendingProfile['changes'] {
  return (
    isRecord(value) &&
    Object.entries(value).every(
      ([field, text]) => typeof text === 'string' && (field !== 'gender' || genders.some((gender) => gender === text)),
    )
  );
}

/** The item that a content belongs to; null for a content of another shape. */
function readableOf({ of, id, owner, createdAt, refusal }: SealedItem, content: unknown): ReadableItem | null {
  if (!isRecord(content)) return null;
  if (of === 'profile') {
    const { changes } = content;
    return isChanges(changes) ? { kind: 'profile', id, owner, createdAt, refusal, changes } : null;
  }
  const answers = answersOf(content['answers']);
  const { duration } = content;
  return answers && typeof duration === 'number'
    ? { kind: 'scan', id, owner, createdAt, refusal, answers, duration }
    : null;
}

/** Contents that were opened in this session, by their envelope; they keep their identity from one reading to the next. */
let opened = new Map<string, ReadableItem>();

/** Forgets what was opened: the session has ended. */
export function forgetOpened(): void {
  opened = new Map();
}

/** Opens an item that the device keeps; one that cannot be opened stays sealed, and says whether its key is here. Never rejects. */
export async function readableItem(item: OutboxItem): Promise<OutboxItem> {
  if (item.kind !== 'sealed') return item;
  const before = opened.get(item.sealed);
  if (before) return { ...before, refusal: item.refusal };
  const content = await loadSealing().then(
    (sealing) => sealing.open(item.owner, item.sealed),
    () => undefined,
  );
  if (content === undefined) return item;
  const readable = readableOf(item, content);
  if (!readable) return { ...item, isUnreadable: true };
  opened.set(item.sealed, readable);
  if (isPrivate(readable)) envelopes.set(contentOf(readable), { owner: item.owner, sealed: item.sealed });
  return readable;
}
