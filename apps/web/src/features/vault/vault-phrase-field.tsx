import { IconButton } from '@nuances/ui/icon-button';
import { TextField } from '@nuances/ui/text-field';
import { useState, type Ref } from 'react';
import { useI18n } from '../../i18n/locale-store.ts';

interface Props {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly error?: string | undefined;
  readonly disabled?: boolean;
  readonly ref?: Ref<HTMLInputElement>;
}

/** The field for the passphrase of a vault that exists. */
export function VaultPhraseField({ label, value, onChange, error, disabled = false, ref }: Props) {
  const { LL } = useI18n();
  const [isShown, setIsShown] = useState(false);
  return (
    <TextField
      {...(ref ? { ref } : {})}
      required
      name="passphrase"
      type={isShown ? 'text' : 'password'}
      label={label}
      value={value}
      onChange={onChange}
      error={error}
      disabled={disabled}
      autoComplete="current-password"
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      end={
        <IconButton
          icon={isShown ? 'eyeOff' : 'eye'}
          label={isShown ? LL.vault.phrase.hide() : LL.vault.phrase.show()}
          onClick={() => setIsShown(!isShown)}
        />
      }
    />
  );
}
