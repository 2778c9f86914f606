import { countText } from '@nuances/i18n/plural';
import { isRecord } from '@nuances/domain/record';
import { buttonClass } from '@nuances/ui/button';
import { EmptyState } from '@nuances/ui/empty-state';
import { LoadingBloom } from '@nuances/ui/loading-bloom';
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { toApiError } from '@nuances/domain/api-error';
import { useSessionCheck } from '../session/session-store.ts';
import { loadNamespaces, useI18n } from '../i18n/locale-store.ts';
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
  };
  /** Shown when there is no scan yet. */
  readonly empty: { readonly title: string; readonly more: string };
}

const loadWords = () => loadNamespaces('outbox');

/** Says how many scans of a vault do not open: they are in no list. Its words are seldom needed. */
export function ClosedScans({ scans }: { readonly scans: readonly unknown[] }) {
  const { LL, locale } = useI18n();
  const count = scans.filter((scan) => isRecord(scan) && scan['answers'] === null).length;
  const [hasWords, setHasWords] = useState(false);
  useEffect(() => {
    if (count > 0)
      void loadWords().then(
        () => setHasWords(true),
        () => undefined,
      );
  }, [count]);
  return count > 0 && hasWords ? <p className="t-cap">{countText(LL.outbox.locked, locale, count)}</p> : null;
}

/** Placeholder for scans: while they load, when loading failed, when there are none, and for those that do not open. */
export function ScansState({ list, empty }: Props) {
  const { LL } = useI18n();
  const checking = useSessionCheck();
  if (list.isPending) return <LoadingBloom text={checking ? LL.common.sessionCheck() : LL.common.loading()} />;
  if (list.isError && !list.data) return <ScansError list={list} />;
  if (list.data?.length !== 0) return <ClosedScans scans={list.data ?? []} />;
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
