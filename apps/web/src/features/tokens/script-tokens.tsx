import { Button } from '@nuances/ui/button';
import { useId, useState } from 'react';
import { trpc } from '../../api/queries.tsx';
import type { RouterOutputs } from '../../api/router-types.ts';
import { useI18n } from '../../i18n/locale-store.ts';
import { momentOf } from '../../i18n/moment-of.ts';
import { NewScriptToken } from './new-script-token.tsx';
import { FetchState } from '../../components/fetch-state.tsx';
import sessions from '../../components/access-row.module.css';
import styles from './script-tokens.module.css';
import { useChangesOff } from '../../offline/use-changes-off.ts';
import { useEndRow } from '../../api/use-end-row.ts';

type ListedToken = RouterOutputs['tokens']['list'][number];

/** The tokens with which scripts call the API: a list with buttons that revoke them, and a dialog that creates one. */
export function ScriptTokens() {
  const { LL } = useI18n();
  const query = trpc.tokens.list.useQuery();
  const { data, refetch } = query;
  const end = trpc.tokens.end.useMutation();
  const [isMaking, setIsMaking] = useState(false);
  const changesOff = useChangesOff();
  const { target: add, end: close } = useEndRow<HTMLButtonElement>(data, refetch);

  const endOne = (id: string) =>
    close(
      () => end.mutateAsync({ id }),
      (words) => words.LL.profile.config.tokens.ended(),
    );

  const words = LL.profile.config.tokens;
  return (
    <>
      <p className="t-small-2">{words.text()}</p>
      <FetchState query={query} isKept />
      {data?.length === 0 ? <p className="t-small-2">{words.none()}</p> : null}
      {data && data.length > 0 ? (
        <>
          <ul className={sessions.list} aria-label={words.title()}>
            {data.map((token) => (
              <TokenRow
                key={token.id}
                token={token}
                busy={end.isPending && end.variables.id === token.id}
                onEnd={() => void endOne(token.id)}
              />
            ))}
          </ul>
          <p className={styles.others}>{words.others()}</p>
        </>
      ) : null}
      {data ? (
        <Button {...changesOff} ref={add} className={styles.add} onClick={() => setIsMaking(true)}>
          {words.add()}
        </Button>
      ) : null}
      <NewScriptToken open={isMaking} onClose={() => setIsMaking(false)} />
    </>
  );
}

interface RowProps {
  readonly token: ListedToken;
  readonly busy: boolean;
  readonly onEnd: () => void;
}

function TokenRow({ token, busy, onEnd }: RowProps) {
  const i18n = useI18n();
  const words = i18n.LL.profile.config.tokens;
  const id = useId();
  const changesOff = useChangesOff();
  const used = token.lastUsedAt === null ? words.unused() : words.lastUsed(momentOf(i18n, token.lastUsedAt));
  return (
    <li className={sessions.row}>
      <div className={styles.text}>
        <p id={id} className={sessions.device}>
          <span className={styles.name}>{token.name}</span>
          <span className={sessions.current}>{token.scope === 'read' ? words.read() : words.write()}</span>
        </p>
        <p className={sessions.seen}>
          {used} · {words.until({ date: momentOf(i18n, token.expiresAt).date })}
        </p>
      </div>
      <Button {...changesOff} size="small" busy={busy} aria-describedby={id} onClick={onEnd}>
        {words.end()}
      </Button>
    </li>
  );
}
