import { readRecoveryCode, readTyped } from '@nuances/crypto/vault/recovery-code';
import { TextArea, type TextAreaProps } from '@nuances/ui/text-area';
import { useI18n } from '../../i18n/locale-store.ts';
import styles from './code-input.module.css';

const characters = 32;

type Props = Pick<TextAreaProps, 'value' | 'onChange' | 'error' | 'disabled' | 'ref'>;

/** The field for the recovery code: grouped while it is typed; one wrong character is told as soon as it is whole. */
export function CodeInput({ value, onChange, error, ...rest }: Props) {
  const words = useI18n().LL.vault.open;
  const code = readTyped(value);
  const hasTypo = code.length >= characters && readRecoveryCode(code) === null;
  const grouped = (text: string) =>
    readTyped(text)
      .slice(0, characters)
      .match(/.{1,4}/g)
      ?.join(' ') ?? '';
  return (
    <TextArea
      {...rest}
      required
      className={styles.code}
      name="recovery-code"
      label={words.recovery()}
      help={words.codeHelp()}
      value={value}
      onChange={(text) => onChange(grouped(text))}
      error={error ?? (hasTypo ? words.typo() : undefined)}
      // Where the size does not follow the text: all groups in a narrow window with large text.
      rows={4}
      autoComplete="off"
      autoCapitalize="characters"
      spellCheck={false}
    />
  );
}
