import { PasswordField, type PasswordFieldProps } from '@nuances/ui/password-field';
import { useI18n } from '../i18n/locale-store.ts';

type Props = Omit<PasswordFieldProps, 'label' | 'showLabel' | 'hideLabel'> & { readonly label?: string };

/** The field for the password of the account, unless it is said to be for another one; a form that has one needs it. */
export function PasswordInput(props: Props) {
  const { password } = useI18n().LL.field;
  return (
    <PasswordField
      required
      label={password.label()}
      autoComplete="current-password"
      {...props}
      showLabel={password.show()}
      hideLabel={password.hide()}
    />
  );
}
