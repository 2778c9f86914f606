import { dayOf } from '@nuances/domain/local-day';
import { spanAt, type LookUnit } from '@nuances/domain/lookback/span';
import { LoadingBloom } from '@nuances/ui/loading-bloom';
import { Navigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useNow } from '../browser/use-now.ts';
import { ScansError } from '../components/scans-state.tsx';
import { NewPattern } from '../features/insights/new-pattern.tsx';
import { LookPage } from '../features/lookback/look-page.tsx';
import { loadNamespaces, useI18n } from '../i18n/locale-store.ts';
import { refreshNotes } from '../note-store/note-store.ts';
import { refreshTags } from '../note-store/scan-tags.ts';
import { useScanList } from '../scans/own-scans.ts';
import type { Queries } from '../api/queries.tsx';

interface LoaderInput {
  readonly context: { readonly prefetch: (start: (utils: Queries['utils']) => Promise<unknown>) => void };
  readonly cause: 'enter' | 'preload' | 'stay';
}

/** Starts what a look back is made of; only its texts are awaited. */
export async function loadLookBack({ context, cause }: LoaderInput): Promise<{ readonly tagsRead: Promise<void> }> {
  if (cause === 'enter') {
    context.prefetch(({ results }) => results.own.prefetch());
    void refreshNotes();
  }
  const tagsRead = refreshTags();
  await loadNamespaces(
    ...(['look', 'today', 'calendar', 'moment', 'scan', 'insight', 'image', 'error'] as const),
    ...(['notes', 'note', 'status', 'outbox'] as const),
  );
  return { tagsRead };
}

interface Props {
  readonly unit: LookUnit;
  /** `YYYY-Www` or `YYYY-MM`. */
  readonly address: string;
  /** Resolves when the tags have been decrypted, or when that failed. */
  readonly tagsRead: Promise<void>;
}

/** The page of a week or month; an address that names none leads to the calendar. */
export function LookBack({ unit, address, tagsRead }: Props) {
  const { LL } = useI18n();
  const today = dayOf(useNow());
  const span = useMemo(() => spanAt(unit, address, today), [unit, address, today]);
  const { list, scans } = useScanList();
  if (!span) return <Navigate to="/history" search={{ view: 'month' }} replace />;
  const isKnown = scans.length > 0 || (list.isSuccess && !list.isPlaceholderData);
  const awaited = list.isError ? <ScansError list={list} /> : <LoadingBloom text={LL.common.loading()} />;
  return (
    <LookPage
      unit={unit}
      span={span}
      today={today}
      scans={scans}
      awaited={isKnown ? null : awaited}
      renderPattern={(draw) => (
        <NewPattern span={span} tagsRead={tagsRead}>
          {draw}
        </NewPattern>
      )}
    />
  );
}
