import { toApiError } from '@nuances/domain/api-error';
import { LoadingBloom } from '@nuances/ui/loading-bloom';
import { useEffect, useRef } from 'react';
import { LoadError } from './load-error.tsx';
import { useI18n } from '../i18n/locale-store.ts';
import { sentenceOf } from '../i18n/sentence-of.ts';
import { useConnection } from '../offline/connection.ts';

interface Props {
  readonly query: {
    readonly data?: unknown;
    readonly error: unknown;
    readonly isPending: boolean;
    readonly isFetching: boolean;
    readonly refetch: () => unknown;
  };
  /** What it has may be a copy of another day: says also beside it that the server gave none. */
  readonly isKept?: boolean;
}

/** Placeholder of a section while its data load, and when loading failed. */
export function FetchState({ query, isKept = false }: Props) {
  const { LL } = useI18n();
  // Without a server the page says once that it shows copies.
  const isOnline = useConnection() === 'online';
  /** Where the pressed button was; it is gone once the data are here. */
  const place = useRef<Element>(null);
  useEffect(() => {
    if (query.isFetching || !place.current) return;
    if (document.activeElement === document.body)
      place.current.querySelector<HTMLElement>('button, a, input, [tabindex]')?.focus({ preventScroll: true });
    place.current = null;
  }, [query.isFetching]);
  const retry = () => {
    place.current = document.activeElement?.closest('[role="alert"]')?.parentElement ?? null;
    return query.refetch();
  };
  if (query.isPending) return <LoadingBloom size={44} text={LL.common.loading()} />;
  if (!query.error || (query.data && !(isKept && isOnline))) return null;
  return <LoadError message={sentenceOf(toApiError(query.error))()} busy={query.isFetching} onRetry={retry} />;
}
