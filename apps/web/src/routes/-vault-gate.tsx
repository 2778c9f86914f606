import { prefersReducedMotion } from '@nuances/ui/reduced-motion';
import { dismissToasts } from '@nuances/ui/toast';
import { useLocation, useMatches, useNavigate, useRouter } from '@tanstack/react-router';
import { useEffect, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { LoadingPage } from '../features/shell/loading-page.tsx';
import { titleOf } from '../features/shell/page-title.tsx';
import { loadNamespaces, useI18n } from '../i18n/locale-store.ts';
import { useLazy } from '../i18n/use-lazy.ts';
import { useStartLogout } from '../session/logout-context.tsx';
import { loadVault } from '../vault/load-vault.ts';
import { useKeptScroll } from '../vault/use-kept-scroll.ts';
import { hasVault, useMarkedVault } from '../keys/vault-mark.ts';
import { useVault } from '../keys/vault-view.ts';

/** What a person may do about the account while the vault is closed: none of these pages has content in it. */
const openWhileClosed = /^\/(vault\/anew|admin|profile\/(security|language|consents|server|erase))/;
/** Screens whose loader reads what is sealed on the device: the run of a quiz, and on Today whether there is one. */
const loadsSealed = /^\/(bodyscan|dashboard)/;

const loadOpening = async () => {
  const [{ VaultCover }, { QueryProvider }] = await Promise.all([
    import('../features/vault/vault-cover.tsx'),
    // Not part of a visitor's quiz.
    import('../api/queries.tsx'),
    loadNamespaces('vault', 'lock', 'auth', 'field', 'passkey', 'security', 'profile', 'error'),
  ]);
  return { VaultCover, QueryProvider };
};

const loadNotices = async () => {
  const [{ VaultNotices }, { QueryProvider }] = await Promise.all([
    import('../features/vault/vault-notices.tsx'),
    import('../api/queries.tsx'),
    loadNamespaces('vault', 'lock', 'security', 'field', 'auth', 'error'),
  ]);
  return { VaultNotices, QueryProvider };
};

interface Props {
  readonly userId: string;
  /** What is shown while the vault is open, or without one. */
  readonly children: ReactNode;
}

/**
 * Puts the opening page in place of the content while the vault is closed: the screens are not rendered at all, so nothing
 * of the content is in the page. Their address stays.
 */
export function VaultGate({ userId, children }: Props) {
  const { mode, isOpen, compare, warning, needsFormer, wasLocked } = useVault();
  const marked = useMarkedVault();
  const path = useLocation({ select: ({ pathname }) => pathname });
  const [recovered, setRecovered] = useState<string | null>(null);
  const [hasDiffered, setHasDiffered] = useState(false);
  const [wasMarked] = useState(() => hasVault(userId));
  const isUnknown = mode === 'unknown' && wasMarked && hasVault(userId);
  // Another tab turns one on: what is open here stays, as the vault will be.
  const isMadeElsewhere = mode === 'unknown' && !wasMarked && marked === userId;
  useEffect(() => {
    if (isMadeElsewhere) void loadVault(userId).catch(() => undefined);
  }, [isMadeElsewhere, userId]);
  const isClosed = isUnknown || !isOpen;
  const [wasClosed, setWasClosed] = useState(isClosed);
  if (wasClosed !== isClosed) {
    setWasClosed(isClosed);
    if (isClosed) setRecovered(null);
  }
  const isCovered = (isClosed || recovered !== null) && !openWhileClosed.test(path);
  const isLoading = useLoadedAgain(isCovered && !isUnknown && loadsSealed.test(path), isCovered);
  const opening = useLazy(isCovered && !isUnknown, loadOpening, () => undefined);
  useKeptScroll(isCovered);
  useFadeIn(isCovered && !isUnknown);
  const hasNotices = !isCovered && (compare !== null || warning !== null || (needsFormer && isOpen));
  const notices = useLazy(hasNotices, loadNotices, () => undefined);
  if (isCovered) {
    if (!opening || isUnknown) return <LoadingPage />;
    return (
      // Nothing that was answered while the vault was closed is shown once it is open.
      <opening.QueryProvider owner={`${userId} closed`}>
        <Covered>
          {(logOut) => (
            <opening.VaultCover
              wasOpen={wasLocked}
              hasDiffered={hasDiffered}
              recovered={isClosed ? null : recovered}
              onRecovered={setRecovered}
              onLogout={logOut}
            />
          )}
        </Covered>
      </opening.QueryProvider>
    );
  }
  if (isLoading) return <LoadingPage />;
  return (
    <>
      {notices && hasNotices ? (
        <notices.QueryProvider owner={userId}>
          <notices.VaultNotices onDiffered={() => setHasDiffered(true)} />
        </notices.QueryProvider>
      ) : null}
      {children}
    </>
  );
}

/**
 * Loads again, once the vault is open, what a loader read while it was closed or before: the screen would go on with that.
 * @returns whether it is not loaded yet
 */
function useLoadedAgain(isOutdated: boolean, isCovered: boolean): boolean {
  const router = useRouter();
  const [isWaiting, setIsWaiting] = useState(false);
  if (isOutdated && !isWaiting) setIsWaiting(true);
  useEffect(() => {
    if (isWaiting && !isCovered) void router.invalidate({ sync: true }).finally(() => setIsWaiting(false));
  }, [router, isWaiting, isCovered]);
  return isWaiting;
}

/** Fades in what takes the place of a closed vault. */
function useFadeIn(isShut: boolean): void {
  const wasShut = useRef(isShut);
  useLayoutEffect(() => {
    if (wasShut.current && !isShut && !prefersReducedMotion())
      document.querySelector('main')?.animate({ opacity: [0, 1] }, { duration: 150, easing: 'ease-out' });
    wasShut.current = isShut;
  }, [isShut]);
}

/** Takes what the address and the title would say of the screen behind. */
function Covered({ children }: { readonly children: (logOut: () => void) => ReactNode }) {
  const { LL } = useI18n();
  const logOut = useStartLogout();
  const navigate = useNavigate();
  const scanId = useLocation({ select: ({ state }) => state.scan?.id ?? state.sealedScan });
  const title = useMatches({ select: (matches) => titleOf(LL, matches) });
  useEffect(() => {
    document.title = LL.app.name();
    return () => {
      document.title = title;
    };
  }, [LL, title]);
  // A message may name a note or a word.
  useEffect(dismissToasts, []);
  useEffect(() => {
    // A finished scan is passed to its page in the browser's history, answers included.
    if (scanId !== undefined) void navigate({ to: '/history/$id', params: { id: scanId }, replace: true });
  }, [scanId, navigate]);
  return children(logOut);
}
