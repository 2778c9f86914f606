import { readRecoveryCode, readTyped } from '@nuances/crypto/vault/recovery-code';
import { TextArea } from '@nuances/ui/text-area';
import type { Ref } from 'react';
import { useI18n } from '../../i18n/locale-store.ts';
import styles from './code-input.module.css';

const characters = 32;

interface Props {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly error?: string | undefined;
  readonly disabled?: boolean;
  readonly ref?: Ref<HTMLTextAreaElement>;
}

/** The field for the recovery code: grouped while it is typed; one wrong character is told as soon as it is whole. */
export function CodeInput({ value, onChange, error, disabled = false, ref }: Props) {
  const { LL } = useI18n();
  const words = LL.vault.open;
  const code = readTyped(value);
  const hasTypo = code.length >= characters && readRecoveryCode(code) === null;
  const grouped = (text: string) =>
    readTyped(text)
      .slice(0, characters)
      .match(/.{1,4}/g)
      ?.join(' ') ?? '';
  return (
    <TextArea
      {...(ref ? { ref } : {})}
      required
      className={styles.code}
      name="recovery-code"
      label={words.recovery()}
      help={words.codeHelp()}
      value={value}
      onChange={(text) => onChange(grouped(text))}
      error={error ?? (hasTypo ? words.typo() : undefined)}
      disabled={disabled}
      // Where the size does not follow the text: all groups in a narrow window with large text.
      rows={4}
      autoComplete="off"
      autoCapitalize="characters"
      spellCheck={false}
    />
  );
}
