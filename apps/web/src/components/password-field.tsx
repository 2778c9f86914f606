import { PasswordField, type PasswordFieldProps } from '@nuances/ui/password-field';
import { useWords } from '../i18n/locale-store.ts';

/** A field for a password, with the words of its eye. */
export function SecretField(props: Omit<PasswordFieldProps, 'showLabel' | 'hideLabel'>) {
  const { LL } = useWords();
  return <PasswordField {...props} showLabel={LL.field.password.show()} hideLabel={LL.field.password.hide()} />;
}
