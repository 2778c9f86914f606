import { newScriptTokenSchema, tokenDays, type TokenScope } from '@nuances/domain/script-tokens';
import { Button } from '@nuances/ui/button';
import { FormMessage } from '@nuances/ui/form-message';
import { Segmented } from '@nuances/ui/segmented';
import { SelectField } from '@nuances/ui/select-field';
import { TextField } from '@nuances/ui/text-field';
import { showToast } from '@nuances/ui/toast';
import { useEffect, useRef, useState } from 'react';
import { useBusy } from '../../components/form/use-busy.ts';
import { AppDialog } from '../../components/app-dialog.tsx';
import { trpc } from '../../api/queries.tsx';
import { useForm } from '../../components/form/use-form.ts';
import { PasswordInput } from '../../components/password-field.tsx';
import { currentI18n, useI18n } from '../../i18n/locale-store.ts';
import { AccountNameField } from '../../components/account-name-field.tsx';
import { RequiredNote } from '../../components/required-note.tsx';
import styles from './new-script-token.module.css';

interface Props {
  readonly open: boolean;
  readonly onClose: () => void;
}

/** The dialog that makes a script token and then shows it, once. */
export function NewScriptToken({ open, onClose }: Props) {
  const [token, setToken] = useState<string | null>(null);
  const [busy, run] = useBusy();
  const words = useI18n().LL.profile.config.tokens;
  const close = () => {
    if (busy) return;
    setToken(null);
    onClose();
  };
  return (
    <AppDialog
      open={open}
      title={token === null ? words.add() : words.made()}
      lead={token === null ? words.lead() : words.once()}
      onClose={close}
    >
      {token === null ? <TokenForm onMade={setToken} run={run} /> : <MadeToken token={token} onDone={close} />}
    </AppDialog>
  );
}

const year = Math.max(...tokenDays);
const empty: { readonly name: string; readonly scope: TokenScope; readonly days: string; readonly password: string } = {
  name: '',
  scope: 'read',
  days: '90',
  password: '',
};

interface FormProps {
  readonly onMade: (token: string) => void;
  /** Keeps the dialog open meanwhile. */
  readonly run: ReturnType<typeof useBusy>[1];
}

/** What the token is for, what it may do, how long, and the password that allows it. */
function TokenForm({ onMade, run }: FormProps) {
  const { LL } = useI18n();
  const words = LL.profile.config.tokens;
  const form = useForm(newScriptTokenSchema);
  const [values, setValues] = useState(empty);
  const create = trpc.tokens.create.useMutation();
  const utils = trpc.useUtils();
  const set = (change: Partial<typeof empty>) => setValues((before) => ({ ...before, ...change }));

  const submit = () => {
    const asked = { ...values, days: Number(values.days) };
    void form.submit(asked, async () => {
      await run(async () => {
        const { token } = await create.mutateAsync(asked);
        onMade(token);
      });
      void utils.tokens.list.invalidate();
    });
  };

  return (
    <form {...form.element(submit)} className={styles.form}>
      <RequiredNote />
      <AccountNameField />
      <TextField
        {...form.fieldOf('name', values.name, (name) => set({ name }))}
        required
        label={words.name()}
        help={words.nameHelp()}
        autoComplete="off"
      />
      <Segmented
        legend={words.scope()}
        options={[
          { value: 'read', label: words.read() },
          { value: 'write', label: words.write() },
        ]}
        value={values.scope}
        onChange={(scope) => set({ scope })}
      />
      <p className="t-small-2">{words.noteKey()}</p>
      <SelectField
        {...form.fieldOf('days', values.days, (days) => set({ days }))}
        label={words.life()}
        options={tokenDays.map((days) => ({
          value: String(days),
          label: days === year ? words.year() : words.days({ days }),
        }))}
      />
      <PasswordInput {...form.fieldOf('password', values.password, (password) => set({ password }))} />
      <FormMessage kind={form.message?.kind ?? 'error'}>{form.message?.text}</FormMessage>
      <Button type="submit" variant="primary" busy={form.busy} busyLabel={LL.action.saving()}>
        {words.create()}
      </Button>
    </form>
  );
}

/** The token, which the server does not know any more. */
function MadeToken({ token, onDone }: { readonly token: string; readonly onDone: () => void }) {
  const { LL } = useI18n();
  const words = LL.profile.config.tokens;
  const field = useRef<HTMLInputElement>(null);
  // The pressed button is gone with its form.
  useEffect(() => field.current?.focus(), []);
  const copy = async () => {
    const said = currentI18n().LL.profile.config.tokens;
    try {
      await navigator.clipboard.writeText(token);
      showToast({ kind: 'success', text: said.copied() });
    } catch {
      field.current?.select();
      showToast({ kind: 'error', text: said.copyFailed() });
    }
  };
  return (
    <div className={styles.form}>
      <TextField
        ref={field}
        name="token"
        label={words.token()}
        value={token}
        readOnly
        autoComplete="off"
        spellCheck={false}
        onFocus={({ target }) => target.setSelectionRange(0, token.length, 'backward')}
        onChange={() => undefined}
      />
      <div className={styles.choices}>
        <Button variant="primary" icon="copy" onClick={() => void copy()}>
          {words.copy()}
        </Button>
        <Button onClick={onDone}>{words.done()}</Button>
      </div>
    </div>
  );
}
