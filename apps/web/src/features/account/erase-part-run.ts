import type { ErasablePart } from '@nuances/domain/erasure';
import { countText } from '@nuances/i18n/plural';
import { toApiError } from '@nuances/domain/api-error';
import { queriesOf } from '../../api/queries.tsx';
import { createStore } from '../../browser/store.ts';
import { currentI18n } from '../../i18n/locale-store.ts';
import { refreshNotes } from '../../note-store/note-store.ts';
import { refreshTags } from '../../note-store/scan-tags.ts';
import { deleteDraftsOf } from '../../note-store/sealed-drafts.ts';
import { isNoteDraft } from '../../note-store/stored-drafts.ts';
import { currentPending } from '../../offline/outbox.ts';
import type { OutboxItem } from '../../offline/outbox-items.ts';
import { withdrawAll } from '../../offline/send.ts';
import { currentUserId, isLoggedIn, isLoggedInEverywhere, onSessionChange } from '../../session/session-store.ts';
import { hasVault } from '../../keys/vault-mark.ts';
import type { Erased } from '../../i18n/erasure-receipt.ts';
import { sentenceOf } from '../../i18n/sentence-of.ts';

/** State of the erasure of a part. It continues while other screens are open, and ends with the session. */
export type ErasePartState =
  | { readonly step: 'idle' }
  | { readonly step: 'erasing'; readonly part: ErasablePart; readonly done: number; readonly total: number }
  | { readonly step: 'done'; readonly part: ErasablePart; readonly count: number; readonly erased: Erased }
  | { readonly step: 'failed'; readonly sentence: () => string };

const idle: ErasePartState = { step: 'idle' };
export const erasePartRun = createStore<ErasePartState>(idle);
let owner: string | null = null;

onSessionChange(() => {
  if (owner !== null && isLoggedIn(owner)) return;
  owner = null;
  erasePartRun.set(idle);
});

/** What of a part waits on the device to be sent. Tags go with their scans. */
const belongs: Readonly<Record<ErasablePart, (item: OutboxItem) => boolean>> = {
  scans: (item) => item.kind === 'scan' || item.kind === 'tags' || (item.kind === 'sealed' && item.of === 'scan'),
  notes: (item) => item.kind === 'note',
};

/** Number of items of a part in the outbox of this device. */
export function waitingOf(part: ErasablePart): number {
  const userId = currentUserId();
  return currentPending().filter((item) => userId !== null && item.owner === userId && belongs[part](item)).length;
}

/** The sentence about an erased part. */
export function partErased(part: ErasablePart, count: number): string {
  const { LL, locale } = currentI18n();
  const texts = LL.profile.config.part;
  return countText(part === 'scans' ? texts.doneScans : texts.doneNotes, locale, count);
}

/** Shows what is left on every screen, and writes it to the copies on this device. */
async function refresh(userId: string): Promise<void> {
  const { utils } = queriesOf(userId);
  await utils.results.invalidate().then(() => utils.results.own.prefetch());
  await Promise.all([refreshNotes(), refreshTags()]);
}

/**
 * Erases all scans or all notes of the account that is logged in: first what waits on this device, which would come back
 * otherwise, then what the server has. When it stops on the way, what is erased stays erased.
 */
export async function eraseAll(part: ErasablePart): Promise<void> {
  const userId = currentUserId();
  if (userId === null || erasePartRun.get().step === 'erasing') return;
  owner = userId;
  const show = (state: ErasePartState) => {
    if (isLoggedIn(userId)) erasePartRun.set(state);
  };
  show({ step: 'erasing', part, done: 0, total: 0 });
  try {
    const { api } = await import('../../api/client.ts');
    // First of all a call: without a network, or a server that is trusted, nothing is removed from the device either.
    const { username } = await api.profile.get.query();
    const manifests = hasVault(userId) ? await import('../../vault/manifest-store.ts') : null;
    if (!isLoggedIn(userId)) return;
    const deletion = manifests?.sealedDeletion(userId, (kind) => kind === part);
    await withdrawAll(userId, belongs[part]);
    // Not what else was begun on this device: a profile, or a quiz.
    if (part === 'notes') await deleteDraftsOf(userId, (id) => isNoteDraft(userId, id));
    const counted = await api.profile.erasable.query();
    const total = counted[part];
    let done = 0;
    const before = counted.at;
    const erase = (manifest?: string) =>
      manifest === undefined
        ? api.profile.erasePart.mutate({ part, before })
        : api.vault.erasePart.mutate({ part, before, manifest });
    for (let more = true; more;) {
      // Never with the session of another account, which another tab may have begun.
      if (!isLoggedInEverywhere(userId)) return;
      const step = await (deletion ? deletion(erase) : erase());
      done += step.erased;
      more = step.more;
      show({ step: 'erasing', part, done, total });
    }
    if (!isLoggedIn(userId)) return;
    await refresh(userId);
    const erased = { what: partErased(part, done), username, at: new Date(counted.at) };
    show({ step: 'done', part, count: done, erased });
  } catch (error) {
    show({ step: 'failed', sentence: sentenceOf(toApiError(error)) });
  }
}
