import { openText } from '@nuances/crypto/note-envelope';
import { tagsOfText } from '@nuances/domain/tags';
import { currentSession } from '../session/session-store.ts';
import { noteKeyOf } from './note-key.ts';

/**
 * Scans as the person takes them away: their tags readable, or as they are stored and marked `tagsEncrypted` where the key
 * does not open them.
 */
export async function readableScans<Scan extends { readonly tags: string | null }>(scans: readonly Scan[]) {
  const session = currentSession();
  const key = session.status === 'in' ? await noteKeyOf(session.userId).catch(() => null) : null;
  return Promise.all(
    scans.map(async (scan) => {
      if (scan.tags === null) return { ...scan, tags: [] };
      const tags = key && (await openText(key, scan.tags).then(tagsOfText, () => null));
      return tags ? { ...scan, tags } : { ...scan, tagsEncrypted: true };
    }),
  );
}
