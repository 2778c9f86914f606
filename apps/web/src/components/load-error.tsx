import { Button } from '@nuances/ui/button';
import { ErrorState } from '@nuances/ui/error-state';
import { useI18n } from '../i18n/locale-store.ts';

interface Props {
  readonly message: string;
  /** Whether it replaces a screen, whose heading it then is. */
  readonly heading?: boolean;
  /** It is being loaded again. */
  readonly busy?: boolean;
  readonly onRetry: () => unknown;
}

/** Says that something could not be loaded, and offers to try again. */
export function LoadError({ message, heading = false, busy = false, onRetry }: Props) {
  const { LL } = useI18n();
  return (
    <ErrorState
      message={message}
      heading={heading}
      action={
        <Button busy={busy} onClick={() => void onRetry()}>
          {LL.action.retry()}
        </Button>
      }
    />
  );
}
