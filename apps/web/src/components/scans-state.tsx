import { countText } from '@nuances/i18n/plural';
import { dayAndMonth } from '@nuances/i18n/dates';
import { dayOf } from '@nuances/domain/local-day';
import { isRecord } from '@nuances/domain/record';
import { buttonClass } from '@nuances/ui/button';
import { EmptyState } from '@nuances/ui/empty-state';
import { LoadingBloom } from '@nuances/ui/loading-bloom';
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { toApiError } from '@nuances/domain/api-error';
import { useNow } from '../browser/use-now.ts';
import { useSessionCheck } from '../session/session-store.ts';
import { loadNamespaces, useI18n } from '../i18n/locale-store.ts';
import { useConnection } from '../offline/connection.ts';
import { LoadError } from './load-error.tsx';

interface ErrorProps {
  /** The query of the person's scans. */
  readonly list: { readonly error: unknown; readonly refetch: () => unknown };
}

/** Shown in place of scans that could not be loaded. */
export function ScansError({ list }: ErrorProps) {
  const { LL } = useI18n();
  const isAway = toApiError(list.error).code === 'network';
  const message = isAway ? `${LL.error.resultsLoad()} ${LL.error.network()}` : LL.error.resultsLoad();
  return <LoadError message={message} onRetry={list.refetch} />;
}

interface Props {
  readonly list: ErrorProps['list'] & {
    readonly data?: readonly unknown[] | undefined;
    readonly isPending: boolean;
    readonly isError: boolean;
    readonly dataUpdatedAt: number;
  };
  /** Shown when there is no scan yet. */
  readonly empty: { readonly title: string; readonly more: string };
  /** Whether it says of which day the copy is; false where the title does. */
  readonly saysDay?: boolean;
}

/** Whether words that are seldom needed are loaded. */
function useSeldomWords(areNeeded: boolean): boolean {
  const [hasWords, setHasWords] = useState(false);
  useEffect(() => {
    if (areNeeded)
      void loadNamespaces('outbox').then(
        () => setHasWords(true),
        () => undefined,
      );
  }, [areNeeded]);
  return areNeeded && hasWords;
}

/** Says how many scans of a vault do not open: they are in no list. */
export function ClosedScans({ scans }: { readonly scans: readonly unknown[] }) {
  const { LL, locale } = useI18n();
  const count = scans.filter((scan) => isRecord(scan) && scan['answers'] === null).length;
  return useSeldomWords(count > 0) ? <p className="t-cap">{countText(LL.outbox.locked, locale, count)}</p> : null;
}

interface CopyProps {
  /** When the server gave it, milliseconds since 1970; 0 for none. */
  readonly at: number;
  /** The server answers, but gave no newer one. */
  readonly isRefused?: boolean;
}

/** Says of which day the copy is that is shown because the server gave no newer one; nothing of one of today. */
export function CopyLine({ at, isRefused = false }: CopyProps) {
  const { LL, locale } = useI18n();
  const isAway = useConnection() !== 'online' || isRefused;
  const now = useNow();
  const isOld = isAway && at > 0 && dayOf(at) < dayOf(now);
  if (!useSeldomWords(isOld)) return null;
  return <p className="t-cap">{LL.outbox.copy({ date: dayAndMonth(new Date(at), locale, new Date(now)) })}</p>;
}

/** Placeholder for scans: while they load, when loading failed, when there are none, and for those that do not open. */
export function ScansState({ list, empty, saysDay = true }: Props) {
  const { LL } = useI18n();
  const checking = useSessionCheck();
  if (list.isPending) return <LoadingBloom text={checking ? LL.common.sessionCheck() : LL.common.loading()} />;
  if (list.isError && !list.data) return <ScansError list={list} />;
  if (list.data?.length !== 0)
    return (
      <>
        {saysDay ? <CopyLine at={list.dataUpdatedAt} /> : null}
        <ClosedScans scans={list.data ?? []} />
      </>
    );
  return (
    <EmptyState
      title={empty.title}
      more={empty.more}
      action={
        <Link to="/bodyscan" className={buttonClass()}>
          {LL.action.startScan()}
        </Link>
      }
    />
  );
}
