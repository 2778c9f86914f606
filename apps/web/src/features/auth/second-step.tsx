import { toApiError } from '@nuances/domain/api-error';
import { oneTimeCode, readCode } from '@nuances/domain/second-factor';
import { CodeField } from '@nuances/ui/code-field';
import { Button } from '@nuances/ui/button';
import { FormMessage } from '@nuances/ui/form-message';
import { TextField } from '@nuances/ui/text-field';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { useBusy } from '../../components/form/use-busy.ts';
import { AppDialog } from '../../components/app-dialog.tsx';
import { useI18n } from '../../i18n/locale-store.ts';
import { sentenceOf } from '../../i18n/sentence-of.ts';
import { logIn } from './log-in.ts';
import { RequiredNote } from '../../components/required-note.tsx';
import styles from './second-step.module.css';

/** What the first step has proved, kept only as long as this one is open. */
export interface FirstStep {
  readonly username: string;
  readonly password: string;
  /** Milliseconds since 1970. */
  readonly at: number;
}

interface Props {
  readonly first: FirstStep;
  readonly onClose: () => void;
  readonly onDone: () => void;
  /** Goes back to name and password; with what has to be said there. */
  readonly onBack: (message: (() => string) | null) => void;
}

/** How long name and password are kept, milliseconds. */
const lifetimeMs = 5 * 60_000;
/** How long the cells are off after too many codes, milliseconds. */
const pauseMs = 60_000;

/** The second step of a login: a code of the app, or a backup code. */
export function SecondStep({ first, onClose, onDone, onBack }: Props) {
  const { LL } = useI18n();
  const words = LL.second;
  const [isBackup, setIsBackup] = useState(false);
  const [code, setCode] = useState('');
  const [busy, run] = useBusy();
  const [isPaused, setIsPaused] = useState(false);
  const [message, setMessage] = useState<(() => string) | null>(null);
  const field = useRef<HTMLInputElement>(null);
  // The cells are off while a code is checked, which takes the focus from them.
  useEffect(() => {
    if (!busy && !isPaused) field.current?.focus();
  }, [busy, isPaused, isBackup]);
  useEffect(() => {
    if (!isPaused) return undefined;
    const timer = setTimeout(() => setIsPaused(false), pauseMs);
    return () => clearTimeout(timer);
  }, [isPaused]);

  const fail = (error: unknown) => {
    const failure = toApiError(error);
    setCode('');
    if (failure.code === 'rateLimited') setIsPaused(true);
    if (failure.code === 'loginFailed') onBack(() => LL.error.loginFailed());
    else if (failure.code === 'secondFactorUsed') setMessage(() => () => LL.second.used());
    else if (failure.code === 'secondFactorWrong')
      setMessage(() => () => (isBackup ? LL.second.backupWrong() : LL.second.wrong()));
    else setMessage(() => sentenceOf(failure));
  };

  const send = async (text: string) => {
    if (isPaused) return;
    if (Date.now() - first.at > lifetimeMs) {
      onBack(() => LL.second.expired());
      return;
    }
    setMessage(null);
    try {
      await logIn(first.username, first.password, text);
      onDone();
    } catch (error) {
      fail(error);
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (readCode(code)) void run(() => send(code));
    else if (isBackup) setMessage(() => () => LL.second.backupWrong());
  };
  const change = (next: string) => {
    setCode(next);
    if (next !== '') setMessage(null);
  };
  const swap = () => {
    setIsBackup(!isBackup);
    setCode('');
    setMessage(null);
  };

  return (
    <AppDialog
      open
      onClose={onClose}
      title={words.title()}
      lead={isBackup ? words.backupLead() : words.lead()}
      largeTitle
      initialFocus={field}
    >
      <form className={styles.form} noValidate onSubmit={submit}>
        <RequiredNote />
        {isBackup ? (
          <>
            <TextField
              ref={field}
              required
              name="backup-code"
              label={words.backupLabel()}
              value={code}
              onChange={change}
              inputMode="numeric"
              autoComplete="off"
              spellCheck={false}
              disabled={isPaused}
            />
            <Button type="submit" variant="primary" size="large" busy={busy} busyLabel={words.checking()}>
              {LL.auth.login.submit()}
            </Button>
          </>
        ) : (
          <CodeField
            length={oneTimeCode.digits}
            ref={field}
            label={words.label()}
            value={code}
            onChange={change}
            onComplete={(digits) => void run(() => send(digits))}
            disabled={busy || isPaused}
          />
        )}
        <div className={styles.message}>
          {busy && !isBackup ? (
            <p className="t-small-2" role="status">
              {words.checking()}
            </p>
          ) : (
            <FormMessage kind="error">{message?.()}</FormMessage>
          )}
        </div>
      </form>
      <div className={styles.foot}>
        <Button variant="quiet" onClick={swap}>
          {isBackup ? words.toApp() : words.toBackup()}
        </Button>
        <Button variant="quiet" onClick={() => onBack(null)}>
          {words.back()}
        </Button>
      </div>
    </AppDialog>
  );
}
