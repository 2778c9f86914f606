import { timings } from '@nuances/domain/timings';
import { guestApi } from '../../api/guest-client.ts';
import { useI18n } from '../../i18n/locale-store.ts';
import { LinkOutcome, outcomeOf } from './link-outcome.tsx';

interface Props {
  readonly token: string;
  /** Whether the person is logged in here: Today opens then, not Home. */
  readonly toToday: boolean;
  readonly onDone: () => void;
  /** Fetches the code of Home first, so that Home can open without a network. */
  readonly prepare: () => Promise<unknown>;
}

/** Opens the link of a verification mail. */
export function VerifyPage({ token, toToday, onDone, prepare }: Props) {
  const { LL } = useI18n();
  return (
    <LinkOutcome
      open={async () => {
        await prepare().catch(() => undefined);
        return outcomeOf(guestApi.auth.verify.mutate({ token }), (words) => words.auth.verify.success());
      }}
      checking={LL.auth.verify.checking()}
      stay={({ ok }) => (ok ? timings.redirectMs : timings.verifyFailedRedirectMs)}
      going={toToday ? LL.auth.verify.goingToday() : undefined}
      onDone={onDone}
    />
  );
}
