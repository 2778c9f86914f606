import { countText } from '@nuances/i18n/plural';
import { Button } from '@nuances/ui/button';
import { showToast } from '@nuances/ui/toast';
import { useRef, useState, type FormEvent } from 'react';
import { isSilence } from '../../api/is-silence.ts';
import { showFailure } from '../../api/show-failure.ts';
import { trpc } from '../../api/queries.tsx';
import { AppDialog } from '../../components/app-dialog.tsx';
import { FetchState } from '../../components/fetch-state.tsx';
import { currentI18n, useI18n } from '../../i18n/locale-store.ts';
import { BackupCodes } from './backup-codes.tsx';
import { useChangesOff } from '../../offline/use-changes-off.ts';
import { useProof } from '../../components/use-proof.tsx';
import { toApiError } from '@nuances/domain/api-error';
import { FormMessage } from '@nuances/ui/form-message';
import { TextField } from '@nuances/ui/text-field';
import { useBusy } from '../../components/form/use-busy.ts';
import { useUnrepeatable } from '../../components/form/use-unrepeatable.ts';
import { sentenceOf } from '../../i18n/sentence-of.ts';
import { RequiredNote } from '../../components/required-note.tsx';
import config from '../../components/section-text.module.css';
import styles from './security.module.css';

/** From so many left on, the section says it in a sentence of its own. */
const fewCodes = 3;

/** Loaded for who turns codes on: it draws the square. */
const loadSetup = () => import('./codes-setup.tsx');

type Step =
  | {
      readonly name: 'setup';
      readonly Setup: Awaited<ReturnType<typeof loadSetup>>['CodesSetup'];
      readonly secret: string;
      readonly address: string;
    }
  | { readonly name: 'backup'; readonly codes: readonly string[]; readonly areFirst: boolean }
  | { readonly name: 'end' };

/** One-time codes: turns them on and off, and makes new backup codes. */
export function OneTimeCodes() {
  const { LL, locale } = useI18n();
  const words = LL.codes;
  const query = trpc.security.codes.useQuery();
  const utils = trpc.useUtils();
  const begin = trpc.security.beginCodes.useMutation();
  const renew = trpc.security.renewBackupCodes.useMutation();
  const endCodes = trpc.security.endCodes.useMutation();
  const { withProof, layer } = useProof();
  const changesOff = useChangesOff();
  const [step, setStep] = useState<Step | null>(null);
  const renewal = useRef<HTMLButtonElement>(null);
  const unrepeatable = useUnrepeatable();
  const reload = () => utils.security.codes.invalidate();
  const areOn = async () => (await utils.security.codes.fetch(undefined, { staleTime: 0 })).codes !== null;

  const turnOn = async () => {
    // Turned on in another tab, or by a call whose answer was lost.
    if (await areOn()) return;
    const [made, { CodesSetup: Setup }] = await Promise.all([withProof(() => begin.mutateAsync()), loadSetup()]);
    if (made) setStep({ name: 'setup', Setup, ...made });
  };
  const makeAnew = async () => {
    try {
      const made = await withProof(() => renew.mutateAsync());
      if (made) setStep({ name: 'backup', codes: made.backupCodes, areFirst: false });
    } catch (error) {
      if (isSilence(toApiError(error))) showToast({ kind: 'error', text: currentI18n().LL.codes.backup.doubtful() });
      else showFailure(error);
    }
    await reload();
  };
  const turnOff = async (code: string) => {
    const wasDone = async () => {
      if (await areOn()) throw new Error('codes are on');
    };
    const end = async () => {
      await unrepeatable('end', () => endCodes.mutateAsync({ code }), 'codeWrong', wasDone);
      return true;
    };
    if (!(await withProof(end))) return;
    setStep(null);
    showToast({ kind: 'success', text: currentI18n().LL.codes.off.done() });
    await reload();
  };
  const left = query.data?.codes?.backupCodesLeft;

  return (
    <div className={styles.form}>
      <p className="t-small-2">{words.lead()}</p>
      <FetchState query={query} isKept />
      {query.data && left === undefined ? (
        <Button
          {...changesOff}
          className={styles.start}
          busy={begin.isPending}
          onClick={() => void turnOn().catch(showFailure)}
        >
          {words.turnOn()}
        </Button>
      ) : null}
      {left === undefined ? null : (
        <>
          <p className={config.text}>
            {left <= fewCodes
              ? countText(words.backup.few, locale, left)
              : countText(LL.security.codes.on, locale, left)}
          </p>
          <div className={styles.choices}>
            <Button {...changesOff} ref={renewal} busy={renew.isPending} onClick={() => void makeAnew()}>
              {words.backup.new()}
            </Button>
            <Button {...changesOff} onClick={() => setStep({ name: 'end' })}>
              {words.off.row()}
            </Button>
          </div>
          <p className={styles.lost}>
            {words.passkey()} {words.lost()}
          </p>
        </>
      )}
      {step?.name === 'setup' ? (
        <AppDialog open title={words.title()} lead={words.qr()} onClose={() => setStep(null)}>
          <step.Setup
            secret={step.secret}
            address={step.address}
            areOn={areOn}
            onDone={(codes) => {
              setStep(codes && { name: 'backup', codes, areFirst: true });
              showToast({ kind: 'success', text: currentI18n().LL.codes.on() });
              void reload();
              void utils.profile.sessions.invalidate();
              // The first ten were never seen.
              if (!codes) void makeAnew();
            }}
          />
        </AppDialog>
      ) : null}
      {step?.name === 'backup' ? (
        <AppDialog
          open
          title={words.backup.title()}
          lead={step.areFirst ? words.backup.text() : `${words.backup.text()} ${words.backup.newText()}`}
          dismissable={false}
          // The button that turned codes on is gone.
          focusAfter={() => renewal.current}
          onClose={() => setStep(null)}
        >
          <BackupCodes codes={step.codes} onKept={() => setStep(null)} />
        </AppDialog>
      ) : null}
      {step?.name === 'end' ? <EndCodes onEnd={turnOff} onClose={() => setStep(null)} /> : null}
      {layer}
    </div>
  );
}

interface Props {
  /** Rejects when the code is refused. */
  readonly onEnd: (code: string) => Promise<void>;
  readonly onClose: () => void;
}

/** Asks for a code of either kind, and removes one-time and backup codes. */
function EndCodes({ onEnd, onClose }: Props) {
  const { LL } = useI18n();
  const [code, setCode] = useState('');
  const [busy, run] = useBusy();
  const [message, setMessage] = useState<(() => string) | null>(null);
  const end = async () => {
    setMessage(null);
    try {
      await onEnd(code);
    } catch (error) {
      setMessage(() => sentenceOf(toApiError(error)));
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void run(end);
  };
  return (
    <AppDialog open title={LL.codes.off.row()} lead={LL.codes.off.text()} onClose={onClose}>
      <form className={styles.form} noValidate onSubmit={submit}>
        <RequiredNote />
        <TextField
          required
          name="code"
          label={LL.second.label()}
          value={code}
          onChange={setCode}
          inputMode="numeric"
          autoComplete="one-time-code"
          spellCheck={false}
        />
        <FormMessage kind="error">{message?.()}</FormMessage>
        <Button type="submit" variant="primary" size="large" busy={busy} busyLabel={LL.second.checking()}>
          {LL.codes.off.row()}
        </Button>
      </form>
    </AppDialog>
  );
}
