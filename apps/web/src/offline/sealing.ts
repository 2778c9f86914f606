import { isRecord } from '@nuances/domain/record';
import { genders } from '@nuances/domain/profile/genders';
import { readScanContent, scanContent } from '@nuances/domain/scan/fields';
import type {
  OutboxItem,
  PendingProfile,
  PendingReminder,
  PendingScan,
  ReadableItem,
  SealedItem,
} from './outbox-items.ts';
import { hasVault } from '../keys/vault-mark.ts';
import { readReminderChange } from './reminder-change.ts';
import { loadSealing } from './sealer.ts';

/** An item whose content must not be readable on the device: answers, fields of a profile, or times of a reminder. */
type PrivateItem = (PendingScan & { readonly owner: string }) | PendingProfile | PendingReminder;

/** A visitor has no key; notes and tags are sealed before they reach the outbox. */
function isPrivate(item: OutboxItem): item is PrivateItem {
  return item.kind === 'profile' || item.kind === 'reminder' || (item.kind === 'scan' && item.owner !== null);
}

/** What is sealed of an item, and the object that stands for it in {@link envelopes}. */
function contentOf(item: PrivateItem): { readonly sealed: object; readonly id: object } {
  switch (item.kind) {
    case 'scan':
      return { sealed: scanContent(item), id: item.answers };
    case 'profile':
      return { sealed: { changes: item.changes }, id: item.changes };
    case 'reminder':
      return { sealed: { change: item.change }, id: item.change };
  }
}

/**
 * Envelopes by the content that was sealed or opened. An item that is stored again, for example with a refusal,
 * therefore needs no key, and the end of a session never makes it readable.
 */
let envelopes = new WeakMap<object, { readonly owner: string; readonly sealed: string }>();

/** The key of the device is here, and another one than before: what is stored again gets an envelope of its own. */
export function forgetEnvelopes(): void {
  envelopes = new WeakMap();
}

/**
 * The form in which the device stores an item. Without the key it stays readable until {@link needsSealing} finds it.
 * @throws Error for an item of a vault that is closed: it stays in the memory of the page
 */
export async function sealedOf(item: OutboxItem): Promise<OutboxItem> {
  if (!isPrivate(item)) return item;
  const { id, owner, createdAt, refusal } = item;
  const content = contentOf(item);
  // Of the key of now: it may be another one when this is sealed.
  const present = envelopes;
  const known = present.get(content.id);
  let sealed = known?.owner === owner ? known.sealed : null;
  if (sealed === null) {
    sealed = await loadSealing().then(
      (sealing) => sealing.seal(owner, content.sealed),
      () => null,
    );
    if (sealed === null && hasVault(owner)) throw new Error('nothing of a vault is stored readable');
    if (sealed === null) return item;
    present.set(content.id, { owner, sealed });
  }
  return { kind: 'sealed', of: item.kind, id, owner, createdAt, refusal, sealed, isUnreadable: false };
}

/** Whether a stored item is readable without a key. */
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

/** The item with this content; null for a content of another shape. */
function readableOf({ of, id, owner, createdAt, refusal }: SealedItem, content: unknown): ReadableItem | null {
  if (!isRecord(content)) return null;
  if (of === 'profile') {
    const { changes } = content;
    return isChanges(changes) ? { kind: 'profile', id, owner, createdAt, refusal, changes } : null;
  }
  if (of === 'reminder') {
    const change = readReminderChange(content['change']);
    return change ? { kind: 'reminder', id, owner, createdAt, refusal, change } : null;
  }
  const scan = readScanContent(content);
  return scan && { kind: 'scan', id, owner, createdAt, refusal, ...scan };
}

/** Contents that were opened in this session, by envelope, so that each reading returns the same object. */
let opened = new Map<string, ReadableItem>();

/** Deletes the opened contents at the end of the session. */
export function clearOpenedContent(): void {
  opened = new Map();
}

/** A readable item; what the scan of an earlier version does not say has its default. */
function complete(item: OutboxItem): OutboxItem {
  return item.kind === 'scan' ? { ...item, ...readScanContent(item) } : item;
}

/**
 * Opens a stored item. One that cannot be opened stays sealed, and says whether its key is available. Never rejects.
 */
export async function readableItem(item: OutboxItem): Promise<OutboxItem> {
  if (item.kind !== 'sealed') return complete(item);
  // A lock while it is opened takes this map, and with it what comes late.
  const into = opened;
  const before = into.get(item.sealed);
  if (before) return { ...before, refusal: item.refusal };
  const content = await loadSealing().then(
    (sealing) => sealing.open(item.owner, item.sealed),
    () => undefined,
  );
  if (content === undefined) return item;
  const readable = readableOf(item, content);
  if (!readable) return { ...item, isUnreadable: true };
  into.set(item.sealed, readable);
  if (isPrivate(readable)) envelopes.set(contentOf(readable).id, { owner: item.owner, sealed: item.sealed });
  return readable;
}
