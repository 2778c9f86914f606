import { countText } from '@nuances/i18n/plural';
import { Button } from '@nuances/ui/button';
import { useId } from 'react';
import type { RouterOutputs } from '../../api/router-types.ts';
import { trpc } from '../../api/queries.tsx';
import { useI18n } from '../../i18n/locale-store.ts';
import { deviceName } from './device-name.ts';
import { momentOf } from '../../i18n/moment-of.ts';
import { FetchState } from '../../components/fetch-state.tsx';
import styles from '../../components/access-row.module.css';
import { useChangesOff } from '../../offline/use-changes-off.ts';
import { useEndRow } from '../../api/use-end-row.ts';

type OpenSession = RouterOutputs['profile']['sessions'][number];

/** The sessions of the account, each with a button that ends it. */
export function Sessions() {
  const { LL } = useI18n();
  const query = trpc.profile.sessions.useQuery();
  const { data, refetch } = query;
  const end = trpc.profile.endSession.useMutation();
  const endOthers = trpc.profile.endOtherSessions.useMutation();
  const utils = trpc.useUtils();
  const changesOff = useChangesOff();
  const { target: list, end: close } = useEndRow<HTMLUListElement>(data, refetch);
  // The own session first, then the latest.
  const sessions = [...(data ?? [])].sort(
    (a, b) => Number(b.current) - Number(a.current) || Date.parse(b.lastSeenAt) - Date.parse(a.lastSeenAt),
  );

  const others = sessions.filter(({ current }) => !current).length;

  return (
    <>
      <p className="t-small-2">{LL.profile.config.sessions.text()}</p>
      <FetchState query={query} isKept />
      {sessions.length > 0 ? (
        <ul ref={list} className={styles.list} tabIndex={-1} aria-label={LL.profile.config.sessions.title()}>
          {sessions.map((session) => (
            <SessionRow
              key={session.id}
              session={session}
              busy={end.isPending && end.variables.id === session.id}
              onEnd={() =>
                void close(
                  () => end.mutateAsync({ id: session.id }),
                  (words) => words.LL.profile.config.sessions.ended(),
                )
              }
            />
          ))}
        </ul>
      ) : null}
      {others > 0 ? (
        <Button
          className={styles.others}
          {...changesOff}
          busy={endOthers.isPending}
          onClick={() =>
            void close(
              async () => {
                await endOthers.mutateAsync();
                // It ends the script tokens too, and what waits for a confirmation.
                void utils.tokens.list.invalidate();
                void utils.profile.get.invalidate();
              },
              (words) => countText(words.LL.profile.config.sessions.othersEnded, words.locale, others),
            )
          }
        >
          {LL.profile.config.sessions.endOthers()}
        </Button>
      ) : null}
    </>
  );
}

interface RowProps {
  readonly session: OpenSession;
  readonly busy: boolean;
  readonly onEnd: () => void;
}

function SessionRow({ session, busy, onEnd }: RowProps) {
  const words = useI18n();
  const { LL } = words;
  const id = useId();
  const changesOff = useChangesOff();
  return (
    <li className={styles.row}>
      <div>
        <p id={id} className={styles.device}>
          {deviceName(session.userAgent)}
          {session.current ? <span className={styles.current}>{LL.profile.config.sessions.current()}</span> : null}
        </p>
        <p className={styles.seen}>{LL.profile.config.sessions.lastSeen(momentOf(words, session.lastSeenAt))}</p>
      </div>
      {session.current ? null : (
        <Button {...changesOff} size="small" busy={busy} aria-describedby={id} onClick={onEnd}>
          {LL.profile.config.sessions.end()}
        </Button>
      )}
    </li>
  );
}
