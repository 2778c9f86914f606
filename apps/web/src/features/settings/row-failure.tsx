import { toApiError } from '@nuances/domain/api-error';
import { Button } from '@nuances/ui/button';
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

/** Why the state of a row is not known; nothing while it is asked for, and offline, which the page says once. */
export function RowFailure({ query: { data, error } }: Props) {
  useI18n();
  const isOffline = useConnection() === 'offline';
  return isOffline || data !== undefined || !error ? null : sentenceOf(toApiError(error))();
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
  const isOffline = useConnection() === 'offline';
  // While it is asked for again there is no error, and the button keeps the focus.
  if (isOffline || query.data !== undefined || query.errorUpdateCount === 0) return null;
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
