import { type ConsentPurpose, consentPurposes } from '@nuances/domain/consent/fields';
import { currentConsentVersion, lastConsent, type WithdrawablePurpose } from '@nuances/domain/consent/ledger';
import { dayMonthAndYear } from '@nuances/i18n/dates';
import { Button } from '@nuances/ui/button';
import { useId, useState, type ReactNode } from 'react';
import { countText } from '@nuances/i18n/plural';
import { ConfirmDialog } from '@nuances/ui/confirm-dialog';
import { trpc } from '../../api/queries.tsx';
import type { RouterOutputs } from '../../api/router-types.ts';
import { type I18n, useI18n } from '../../i18n/locale-store.ts';
import styles from './consents.module.css';
import { FetchState } from '../../components/fetch-state.tsx';
import { useDecisions } from './use-decisions.ts';
import { ExportFirst } from '../../components/export-first.tsx';

type Entry = RouterOutputs['consents']['list'][number];

interface EraseDialogProps {
  readonly open: boolean;
  /** What the erasure means. */
  readonly lead: string;
  readonly onClose: () => void;
}

interface Props {
  readonly userId: string;
  /** Without the agreement to keep data there is no account: the dialog that erases it. */
  readonly eraseDialog: (dialog: EraseDialogProps) => ReactNode;
}

/** The consents of the person, with time and version, each with a button to withdraw it. */
export function Consents({ userId, eraseDialog }: Props) {
  const { LL } = useI18n();
  const query = trpc.consents.list.useQuery();
  const { data } = query;
  const { give, withdraw, busy } = useDecisions(userId);
  const [asked, setAsked] = useState<ConsentPurpose | null>(null);
  // What is asked about stays while its dialog closes.
  const [last, setLast] = useState<WithdrawablePurpose>('usage');
  if (asked !== null && asked !== 'keep' && asked !== last) setLast(asked);
  return (
    <>
      <p className="t-small-2">{LL.consent.text()}</p>
      <FetchState query={query} />
      {data ? (
        <ul className={styles.list} aria-label={LL.consent.title()}>
          {consentPurposes.map((purpose) => (
            <ConsentRow
              key={purpose}
              purpose={purpose}
              entries={data}
              busy={busy === purpose}
              onGive={() => void give(purpose)}
              onWithdraw={() => setAsked(purpose)}
            />
          ))}
        </ul>
      ) : null}
      <WithdrawConsent
        purpose={last}
        open={asked !== null && asked !== 'keep'}
        onConfirm={() => {
          setAsked(null);
          void withdraw(last);
        }}
        onClose={() => setAsked(null)}
      />
      {eraseDialog({
        open: asked === 'keep',
        lead: LL.consent.withdrawKeep(),
        onClose: () => setAsked(null),
      })}
    </>
  );
}

/** What was decided about a purpose, in words: the last decision first. */
function decisionsOf({ LL, locale }: I18n, purpose: ConsentPurpose, entries: readonly Entry[]) {
  const day = (time: string) => dayMonthAndYear(new Date(time), locale);
  // A version is a day, the same in every time zone.
  const wording = (version: string) => LL.consent.version({ date: day(`${version}T12:00:00`) });
  const own = entries.filter((entry) => entry.purpose === purpose);
  if (own.length === 0) {
    const none = { keep: LL.consent.none(), reminder: LL.consent.noneReminder(), usage: LL.consent.noneUsage() };
    return [{ at: '', text: `${none[purpose]} · ${wording(currentConsentVersion(purpose))}` }];
  }
  return own.toReversed().map(({ given, version, at }) => ({
    at,
    text: given
      ? `${LL.consent.since({ date: day(at) })} · ${wording(version)}`
      : LL.consent.withdrawn({ date: day(at) }),
  }));
}

interface RowProps {
  readonly purpose: ConsentPurpose;
  readonly entries: readonly Entry[];
  readonly busy: boolean;
  readonly onGive: () => void;
  readonly onWithdraw: () => void;
}

function ConsentRow({ purpose, entries, busy, onGive, onWithdraw }: RowProps) {
  const i18n = useI18n();
  const { LL } = i18n;
  const id = useId();
  const last = lastConsent(entries, purpose);
  // Use is counted without an agreement. The agreement to a reminder is given by turning it on.
  const canWithdraw = last ? last.given : purpose === 'usage';
  const canGive = !canWithdraw && purpose !== 'reminder';
  const more = { keep: LL.auth.signup.privacy(), reminder: LL.reminder.server(), usage: LL.consent.usageMore() };
  return (
    <li className={styles.row}>
      <div className={styles.text}>
        <p id={id} className="t-ui">
          {LL.consent[purpose]()}
        </p>
        {decisionsOf(i18n, purpose, entries).map(({ at, text }) => (
          <p key={at} className={styles.state}>
            {text}
          </p>
        ))}
        <p className={styles.more}>{more[purpose]}</p>
      </div>
      {canWithdraw ? (
        <Button size="small" busy={busy} aria-describedby={id} onClick={onWithdraw}>
          {LL.consent.withdraw()}
        </Button>
      ) : null}
      {canGive ? (
        <Button size="small" busy={busy} aria-describedby={id} onClick={onGive}>
          {LL.consent.give()}
        </Button>
      ) : null}
    </li>
  );
}

interface WithdrawConsentProps {
  readonly purpose: WithdrawablePurpose;
  readonly open: boolean;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/** Explains a withdrawal before it happens; where data is erased, shows how much and offers an export. */
function WithdrawConsent({ purpose, open, onConfirm, onClose }: WithdrawConsentProps) {
  const { LL, locale } = useI18n();
  const isUsage = purpose === 'usage';
  const { data } = trpc.profile.stored.useQuery(undefined, { enabled: open && isUsage, staleTime: 0, gcTime: 0 });
  const events = data?.find(({ table }) => table === 'usage_events')?.rows;
  const count = events == null ? [] : [countText(LL.consent.events, locale, events)];
  return (
    <ConfirmDialog
      open={open}
      title={LL.consent.ask()}
      text={isUsage ? [LL.consent.withdrawUsage(), ...count].join(' ') : LL.consent.withdrawReminder()}
      confirmLabel={LL.consent.withdraw()}
      keepLabel={LL.action.cancel()}
      other={
        isUsage ? (
          <div className={styles.first}>
            <ExportFirst />
          </div>
        ) : undefined
      }
      onConfirm={onConfirm}
      onClose={onClose}
    />
  );
}
