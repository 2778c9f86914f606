import type { NoteCategory } from '@nuances/domain/axes';
import { readScanContent } from '@nuances/domain/scan/fields';
import { createFileRoute, redirect, useLocation } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useSetting } from '../browser/setting.ts';
import { offersTags } from '../browser/settings.ts';
import { enteredDay } from '../components/entered-later.tsx';
import { Result } from '../features/result/result.tsx';
import { openAuthDialog } from '../session/auth-dialog-store.ts';
import { latestLocalScan, scanOfHistory, type FinishedScan, type ShownScan } from '../offline/scans.ts';
import { useNotInAccount } from '../offline/use-not-in-account.ts';
import { useLazy } from '../i18n/use-lazy.ts';
import { isLoggedIn, useSession, useUserId } from '../session/session-store.ts';
import { loadNamespaces, useI18n } from '../i18n/locale-store.ts';
import { keptNames } from '../scans/kept-names.ts';
import { VaultGate } from './-vault-gate.tsx';

/**
 * A scan of another account, from the history of a shared browser, is not shown. That history may be of an earlier version,
 * whose scans say less.
 */
function shownTo(scan: FinishedScan | undefined): FinishedScan | undefined {
  return scan && (scan.owner === null || isLoggedIn(scan.owner)) ? { ...scan, ...readScanContent(scan) } : undefined;
}

/** Texts of what few scans have: kept answers, a time that is not exact, an earlier day. */
function furtherTexts({ owner, kept, moment }: ShownScan) {
  const isMember = owner !== null;
  return [
    ...(kept.length > 0 ? ['quick' as const] : []),
    ...(moment === 'exact' ? [] : ['moment' as const]),
    ...(isMember ? ['scan' as const] : []),
  ];
}

export const Route = createFileRoute('/result')({
  staticData: { pageName: (LL) => LL.result.title() },
  loader: async ({ location }) => {
    await loadNamespaces('result', 'image', 'status', 'outbox');
    const passedOn = scanOfHistory(location.state);
    const { sealedScan } = location.state;
    if (!passedOn && sealedScan !== undefined)
      throw redirect({ to: '/history/$id', params: { id: sealedScan }, replace: true });
    const scan: FinishedScan | undefined = shownTo(passedOn) ?? (await latestLocalScan());
    if (!scan) throw redirect({ to: '/', replace: true });
    await loadNamespaces(...furtherTexts(scan));
    return scan;
  },
  component: GatedResult,
});

const loadEditor = async () => {
  const [{ WriteNote }] = await Promise.all([
    import('../features/notes/write-note.tsx'),
    loadNamespaces('notes', 'note', 'draft', 'error', 'reflect'),
  ]);
  return { WriteNote };
};

const loadTags = async () => {
  const [{ TagRow }] = await Promise.all([import('../components/tag-row.tsx'), loadNamespaces('tags')]);
  return { TagRow };
};

/** Code and translations for tags; when they cannot be fetched, the result is shown without them. */
function useTagParts(wanted: boolean) {
  const [parts, setParts] = useState<Awaited<ReturnType<typeof loadTags>> | null>(null);
  useEffect(() => {
    if (wanted) void loadTags().then(setParts, () => undefined);
  }, [wanted]);
  return parts;
}

function GatedResult() {
  const userId = useUserId();
  return userId === null ? (
    <ResultPage />
  ) : (
    <VaultGate key={userId} userId={userId}>
      <ResultPage />
    </VaultGate>
  );
}

function ResultPage() {
  const loaded = Route.useLoaderData();
  const passedOn = useLocation({ select: ({ state }) => shownTo(scanOfHistory(state)) });
  const scan = passedOn ?? loaded;
  const loggedIn = useSession().status === 'in';
  const i18n = useI18n();
  const entered = loggedIn ? enteredDay(i18n, scan.createdAt, scan.finishedAt ?? null) : null;
  const kept = keptNames(i18n, scan, () => scan.keptFrom);
  const isGone = useNotInAccount(scan.id);
  const [note, setNote] = useState<{ category: NoteCategory; linked: boolean } | null>(null);
  const closeEditor = () => setNote(null);
  const hasTags = useSetting(offersTags) && loggedIn && !isGone;
  const tags = useTagParts(hasTags);
  const editor = useLazy(note !== null, loadEditor, closeEditor);

  const write = (chosen: NoteCategory) => {
    if (loggedIn) setNote({ category: chosen, linked: !isGone });
    // The editor waits behind the login, with the same category and scan.
    else
      openAuthDialog({
        name: 'login',
        target: `/note?new=${chosen}${isGone ? '' : `&scan=${scan.id}`}`,
        reason: 'note',
      });
  };
  return (
    <>
      <Result
        scan={scan}
        entered={entered}
        kept={kept}
        loggedIn={loggedIn}
        hasTags={hasTags}
        tags={tags && <tags.TagRow key={scan.id} scanId={scan.id} />}
        onLogin={() => openAuthDialog({ name: 'login' })}
        onSignup={() => openAuthDialog({ name: 'signup' })}
        onWrite={write}
      />
      {editor ? <editor.WriteNote note={note} scan={scan} onClose={closeEditor} /> : null}
    </>
  );
}
