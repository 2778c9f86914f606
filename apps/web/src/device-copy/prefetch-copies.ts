import { queriesOf } from '../api/queries.tsx';
import { keepFetchedFiles, prefetchMemberFiles } from '../offline/prefetch-member-files.ts';
import { sayReadable } from '../offline/readable-offline.ts';
import { currentNotes, refreshNotes } from '../note-store/note-store.ts';

/**
 * Fetches the data that has no copy on this device yet, then the files of the screens, so that scans, notes, statistics,
 * profile, reminder and who has access can be read offline although their screens were never opened here. After a failure
 * the next visit tries again.
 */
export async function prefetchCopies(owner: string): Promise<void> {
  const { utils, restored } = queriesOf(owner);
  await restored;
  await Promise.all([
    keepFetchedFiles(),
    utils.results.own.getData() ? null : utils.results.own.prefetch(),
    utils.moods.own.getData() ? null : utils.moods.own.prefetch(),
    utils.profile.get.getData() ? null : utils.profile.get.prefetch(),
    utils.reminder.get.getData() ? null : utils.reminder.get.prefetch(),
    utils.profile.sessions.getData() ? null : utils.profile.sessions.prefetch(),
    utils.security.passkeys.getData() ? null : utils.security.passkeys.prefetch(),
    utils.security.codes.getData() ? null : utils.security.codes.prefetch(),
    utils.tokens.list.getData() ? null : utils.tokens.list.prefetch(),
    currentNotes().status === 'ready' ? null : refreshNotes(),
  ]);
  if (await prefetchMemberFiles()) await sayReadable();
}
