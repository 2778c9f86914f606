import { PasswordField, type PasswordFieldProps } from '@nuances/ui/password-field';
import { useI18n } from '../i18n/locale-store.ts';

/** A password field with the translated labels of its show/hide button; a form that has one needs it. */
export function PasswordInput(props: Omit<PasswordFieldProps, 'showLabel' | 'hideLabel'>) {
  const { LL } = useI18n();
  return (
    <PasswordField required {...props} showLabel={LL.field.password.show()} hideLabel={LL.field.password.hide()} />
  );
}
