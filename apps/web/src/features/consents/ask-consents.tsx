import { type ConsentPurpose, consentPurposes } from '@nuances/domain/consent/fields';
import { currentConsentVersion } from '@nuances/domain/consent/ledger';
import { Button } from '@nuances/ui/button';
import { CheckField } from '@nuances/ui/check-field';
import { FormMessage } from '@nuances/ui/form-message';
import { useNavigate } from '@tanstack/react-router';
import { useState, type FormEvent } from 'react';
import { toApiError } from '@nuances/domain/api-error';
import { api } from '../../api/client.ts';
import { applyDecision } from './apply-decision.ts';
import { useI18n } from '../../i18n/locale-store.ts';
import { noteLedger } from '../../session/check-consents.ts';
import { useBusy } from '../../components/form/use-busy.ts';
import { AppDialog } from '../../components/app-dialog.tsx';
import { RequiredNote } from '../../components/required-note.tsx';
import styles from './ask-consents.module.css';

interface Props {
  readonly userId: string;
  /** From `useOpenConsents`. */
  readonly asked: string;
  readonly onLogout: () => void;
}

/** Sends each decision: what is ticked is given, what is not is withdrawn. Rejects like any call. */
async function decide(asked: readonly ConsentPurpose[], ticked: ReadonlySet<ConsentPurpose>) {
  let ledger = await api.consents.list.query();
  for (const purpose of asked) {
    if (ticked.has(purpose))
      ledger = await api.consents.give.mutate({ purpose, version: currentConsentVersion(purpose) });
    else if (purpose !== 'keep') ledger = await api.consents.withdraw.mutate({ purpose });
  }
  return ledger;
}

/**
 * Asks a logged-in person for what they did not agree to, or only in other words. It cannot be closed: who does not agree
 * logs out, or takes their data away.
 */
export function AskConsents({ userId, asked, onLogout }: Props) {
  const navigate = useNavigate();
  const { LL } = useI18n();
  const [ticked, setTicked] = useState<ReadonlySet<ConsentPurpose>>(new Set());
  const [isMissing, setIsMissing] = useState(false);
  const [busy, run] = useBusy();
  const [failure, setFailure] = useState<string | null>(null);
  const names = asked.split(',');
  const purposes = consentPurposes.filter((purpose) =>
    names.some((name) => name === purpose || name === `${purpose}+`),
  );
  const texts = LL.consent.login;

  const answer = async () => {
    setFailure(null);
    try {
      noteLedger(userId, await decide(purposes, ticked));
      for (const purpose of purposes) void applyDecision(userId, purpose, ticked.has(purpose));
    } catch (error) {
      const { code, message } = toApiError(error);
      setFailure(code === 'network' ? LL.error.network() : (message ?? LL.error.server()));
    }
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (purposes.includes('keep') && !ticked.has('keep')) {
      setIsMissing(true);
      event.currentTarget.querySelector('input')?.focus();
      return;
    }
    void run(answer);
  };
  const tick = (purpose: ConsentPurpose, is: boolean) => {
    const next = new Set(ticked);
    if (is) next.add(purpose);
    else next.delete(purpose);
    setTicked(next);
    setIsMissing(false);
  };

  return (
    <AppDialog
      open
      dismissable={false}
      onClose={() => undefined}
      title={texts.title()}
      lead={names.includes('keep') ? texts.lead() : texts.changed()}
    >
      <form className={styles.form} noValidate onSubmit={submit}>
        <RequiredNote />
        {purposes.map((purpose) => (
          <Question
            key={purpose}
            purpose={purpose}
            checked={ticked.has(purpose)}
            error={purpose === 'keep' && isMissing ? texts.required() : undefined}
            onChange={(is) => tick(purpose, is)}
          />
        ))}
        <Button type="submit" variant="primary" size="large" busy={busy}>
          {texts.submit()}
        </Button>
        <FormMessage kind="error">{failure}</FormMessage>
      </form>
      <div className={styles.ways}>
        <Button variant="quiet" onClick={onLogout}>
          {texts.logout()}
        </Button>
        <Button variant="quiet" onClick={() => void navigate({ to: '/profile', search: { tab: 'config' } })}>
          {texts.yours()}
        </Button>
      </div>
    </AppDialog>
  );
}

interface QuestionProps {
  readonly purpose: ConsentPurpose;
  readonly checked: boolean;
  readonly error: string | undefined;
  readonly onChange: (checked: boolean) => void;
}

/** The words of a purpose with its tick: the same as where it is given otherwise. */
function Question({ purpose, checked, error, onChange }: QuestionProps) {
  const { LL } = useI18n();
  const words = {
    keep: { text: LL.auth.signup.privacy(), label: LL.auth.signup.consent() },
    reminder: { text: `${LL.reminder.server()} ${LL.reminder.private()}`, label: LL.consent.reminder() },
    usage: { text: LL.consent.usageMore(), label: LL.consent.usage() },
  }[purpose];
  return (
    <div className={styles.question}>
      <p className="t-small-2">
        {words.text}{' '}
        {purpose === 'keep' ? (
          <a href="/privacy" target="_blank">
            {LL.auth.signup.privacyLink()}
          </a>
        ) : (
          LL.consent.login.optional()
        )}
      </p>
      <CheckField
        name={purpose}
        required={purpose === 'keep'}
        label={words.label}
        checked={checked}
        onChange={onChange}
        error={error}
      />
    </div>
  );
}
