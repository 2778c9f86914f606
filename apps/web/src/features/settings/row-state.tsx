import { toApiError } from '@nuances/domain/api-error';
import { Button } from '@nuances/ui/button';
import type { ReactNode } from 'react';
import { useI18n } from '../../i18n/locale-store.ts';
import { sentenceOf } from '../../i18n/sentence-of.ts';
import { useConnection } from '../../offline/connection.ts';

interface Props {
  /** What asks for the state of a row. */
  readonly query: {
    readonly data?: unknown;
    readonly error: unknown;
    readonly errorUpdateCount: number;
    readonly isFetching: boolean;
    readonly refetch: () => unknown;
  };
}

/** Whether the page says already that the server gives nothing: offline, and for a copy also while it is silent. */
function useIsSaid(data: unknown): boolean {
  const connection = useConnection();
  return connection === 'offline' || (data !== undefined && connection !== 'online');
}

/** The state of a row, then why it is not known, or not known anew; nothing while it is asked for. */
export function RowState({ query: { data, error }, children }: Props & { readonly children: ReactNode }) {
  useI18n();
  const isSaid = useIsSaid(data);
  if (isSaid || !error) return children;
  const sentence = sentenceOf(toApiError(error))();
  return data === undefined ? (
    sentence
  ) : (
    <>
      {children} · {sentence}
    </>
  );
}

/** The button goes with the answer: the link of its row takes the focus. */
function passFocusOn(button: HTMLButtonElement | null) {
  const link = button?.closest('li')?.querySelector('a');
  return () => {
    if (button !== null && button === document.activeElement) link?.focus();
  };
}

/** Asks once more for the state of a row, beside its link. */
export function RowRetry({ query, name }: Props & { readonly name: string }) {
  const { LL } = useI18n();
  const isSaid = useIsSaid(query.data);
  // Without data there is no error while it is asked for again, and the button keeps the focus.
  const hasFailed = query.data === undefined ? query.errorUpdateCount > 0 : query.error !== null;
  if (isSaid || !hasFailed) return null;
  return (
    <Button
      ref={passFocusOn}
      variant="quiet"
      size="small"
      aria-label={`${LL.action.retry()} · ${name}`}
      busy={query.isFetching}
      onClick={() => void query.refetch()}
    >
      {LL.action.retry()}
    </Button>
  );
}
