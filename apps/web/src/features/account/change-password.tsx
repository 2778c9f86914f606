import { changePasswordSchema } from '@nuances/domain/validation';
import { Button } from '@nuances/ui/button';
import { FormMessage } from '@nuances/ui/form-message';
import { showToast } from '@nuances/ui/toast';
import { useRef, useState } from 'react';
import { trpc } from '../../api/queries.tsx';
import { useForm } from '../../components/form/use-form.ts';
import { useUnrepeatable } from '../../components/form/use-unrepeatable.ts';
import { useI18n, currentI18n } from '../../i18n/locale-store.ts';
import { AccountNameField } from '../../components/account-name-field.tsx';
import { useChangesOff } from '../../offline/use-changes-off.ts';
import { RequiredNote } from '../../components/required-note.tsx';
import styles from '../../components/section-text.module.css';
import { PasswordInput } from '../../components/password-field.tsx';

const empty = { currentPassword: '', newPassword: '' };

/** Changes the password; asks for the old one. */
export function ChangePassword() {
  const { LL } = useI18n();
  const form = useForm(changePasswordSchema);
  const next = useRef<HTMLInputElement>(null);
  const [values, setValues] = useState(empty);
  const changesOff = useChangesOff();
  const change = trpc.profile.changePassword.useMutation();
  const prove = trpc.security.prove.useMutation();
  const unrepeatable = useUnrepeatable();
  const utils = trpc.useUtils();

  const submit = () => {
    void form.submit(values, async () => {
      const { newPassword } = values;
      await unrepeatable(
        newPassword,
        () => change.mutateAsync(values),
        'currentPassword',
        () => prove.mutateAsync({ password: newPassword }),
      );
      setValues(empty);
      showToast({ kind: 'success', text: currentI18n().LL.profile.config.password.saved() });
      // An address that waited for its confirmation is gone.
      void utils.profile.invalidate();
      void utils.tokens.list.invalidate();
    });
  };

  const field = (name: keyof typeof empty) =>
    form.fieldOf(name, values[name], (value) => setValues((before) => ({ ...before, [name]: value })));

  return (
    <form {...form.element(submit)} className={styles.narrow}>
      <RequiredNote />
      <AccountNameField />
      <PasswordInput
        {...field('currentPassword')}
        label={LL.field.currentPassword.label()}
        onEnter={() => next.current?.focus()}
      />
      <PasswordInput
        {...field('newPassword')}
        label={LL.field.newPassword.label()}
        help={LL.field.password.help()}
        autoComplete="new-password"
        ref={next}
      />
      <FormMessage kind={form.message?.kind ?? 'error'}>{form.message?.text}</FormMessage>
      <Button {...changesOff} type="submit" busy={form.busy} busyLabel={LL.action.saving()}>
        {LL.profile.config.password.submit()}
      </Button>
    </form>
  );
}
