import { PasswordField, type PasswordFieldProps } from '@nuances/ui/password-field';
import { useI18n } from '../../i18n/locale-store.ts';

/** The field for the passphrase of a vault that exists. */
export function VaultPhraseField(
  props: Pick<PasswordFieldProps, 'label' | 'value' | 'onChange' | 'error' | 'disabled' | 'ref'>,
) {
  const { LL } = useI18n();
  return (
    <PasswordField
      required
      {...props}
      name="passphrase"
      autoComplete="current-password"
      autoCorrect="off"
      showLabel={LL.vault.phrase.show()}
      hideLabel={LL.vault.phrase.hide()}
    />
  );
}
