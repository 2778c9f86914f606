import { suggestPassphrase } from '@nuances/crypto/vault/suggested-passphrase';
import { passphraseProblem, wordCount } from '@nuances/domain/vault/passphrase';
import { passphraseSpelling } from '@nuances/domain/vault/passphrase-spelling';
import { countText } from '@nuances/i18n/plural';
import { Button } from '@nuances/ui/button';
import { Icon } from '@nuances/ui/icon';
import { IconButton } from '@nuances/ui/icon-button';
import { TextField } from '@nuances/ui/text-field';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { AccountNameField } from '../../../components/account-name-field.tsx';
import { useI18n } from '../../../i18n/locale-store.ts';
import { RequiredNote } from '../../../components/required-note.tsx';
import styles from './passphrase-step.module.css';
import { StepPage } from './step-page.tsx';
import type { Locale } from '@nuances/domain/locales';

interface Props {
  readonly lead?: string;
  readonly step?: { readonly at: number; readonly of: number };
  readonly leave: { readonly icon: 'left' | 'close'; readonly go: () => void };
  /** The login password when it was just typed. */
  readonly password: string | null;
  readonly busy?: boolean;
  /** What went wrong with the last one. */
  readonly message?: string | undefined;
  readonly onChosen: (passphrase: string) => void;
}

/** Asks for a new passphrase, twice, and suggests one. */
export function PassphraseStep({ lead, step, leave, password, busy = false, message, onChosen }: Props) {
  const { LL, locale } = useI18n();
  const words = LL.vault.phrase;
  const form = useRef<HTMLFormElement>(null);
  const [phrase, setPhrase] = useState('');
  const [again, setAgain] = useState('');
  const [left, setLeft] = useState<ReadonlySet<'phrase' | 'again'>>(new Set());
  const [isShown, setIsShown] = useState(true);

  const fault = passphraseProblem(phrase, password);
  const same = passphraseSpelling(again) === passphraseSpelling(phrase);
  const errors = { short: words.short(), isPassword: words.isPassword(), common: words.common() };
  const count = wordCount(phrase);
  const isFaulty = fault !== null && (left.has('phrase') || (fault !== 'short' && phrase !== ''));
  const leaveField = (name: 'phrase' | 'again', text: string) => {
    if (text !== '') setLeft((before) => new Set([...before, name]));
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // Not by the button only: an extension may send a form.
    if (!busy && fault === null && same) onChosen(phrase);
  };
  const sayWhatIsMissing = () => {
    const missing = fault === null ? 'again' : 'phrase';
    setLeft((before) => new Set([...before, missing]));
    form.current?.querySelector<HTMLElement>(`[name="${missing}"]`)?.focus();
  };
  const field = {
    type: isShown ? 'text' : 'password',
    autoComplete: 'new-password',
    spellCheck: false,
    autoCapitalize: 'none',
    autoCorrect: 'off',
  } as const;

  return (
    <StepPage
      title={words.title()}
      lead={lead ?? words.lead()}
      step={step}
      leave={leave}
      foot={
        <Button
          type="submit"
          form="vault-phrase"
          variant="primary"
          size="large"
          busy={busy}
          busyLabel={LL.vault.open.busy()}
          disabled={fault !== null || !same}
          onRefused={sayWhatIsMissing}
        >
          {LL.vault.explain.next()}
        </Button>
      }
    >
      <Suggestion
        onTake={(suggestion) => {
          setPhrase(suggestion);
          setIsShown(true);
          form.current?.querySelector<HTMLElement>('[name="again"]')?.focus();
        }}
      />
      <form id="vault-phrase" ref={form} className={styles.form} noValidate onSubmit={submit}>
        <RequiredNote />
        <AccountNameField />
        <TextField
          {...field}
          required
          name="phrase"
          label={words.label()}
          value={phrase}
          onChange={setPhrase}
          onBlur={() => leaveField('phrase', phrase)}
          error={isFaulty ? errors[fault] : undefined}
          help={
            <span className={styles.help}>
              <span>{words.help()}</span>
              {count > 0 ? (
                <span className={styles.count} data-ok={fault === null ? '' : undefined}>
                  {fault === null ? <Icon name="check" size={18} /> : null}
                  {countText(words.words, locale, count)}
                </span>
              ) : null}
            </span>
          }
          end={
            <IconButton
              icon={isShown ? 'eyeOff' : 'eye'}
              label={isShown ? words.hide() : words.show()}
              onClick={() => setIsShown(!isShown)}
            />
          }
        />
        <TextField
          {...field}
          required
          name="again"
          label={words.again()}
          value={again}
          onChange={setAgain}
          onBlur={() => leaveField('again', again)}
          error={left.has('again') && !same ? words.differ() : undefined}
        />
        {message === undefined ? null : (
          <p className={styles.failed} role="alert">
            {message}
          </p>
        )}
      </form>
      <p className={styles.keep}>
        <Icon name="info" size={22} />
        <span>{words.keep()}</span>
      </p>
    </StepPage>
  );
}

/** A passphrase by chance, which can be taken, or drawn anew. */
function Suggestion({ onTake }: { readonly onTake: (passphrase: string) => void }) {
  const { LL, locale } = useI18n();
  const words = LL.vault.phrase;
  const [suggestion, setSuggestion] = useState('');
  useEffect(() => {
    let isGone = false;
    void suggestionWords(locale).then((list) => {
      if (!isGone) setSuggestion(suggestPassphrase(list));
    });
    return () => {
      isGone = true;
    };
  }, [locale]);
  return (
    <div className={styles.offer}>
      <p className="t-cap-2">{words.offered()}</p>
      <p className={styles.words} lang={locale}>
        {suggestion}
      </p>
      <div className={styles.choices}>
        <Button size="small" onClick={() => onTake(suggestion)}>
          {words.take()}
        </Button>
        <Button
          variant="quiet"
          size="small"
          icon="reset"
          onClick={() => void suggestionWords(locale).then((list) => setSuggestion(suggestPassphrase(list)))}
        >
          {words.another()}
        </Button>
      </div>
    </div>
  );
}

/** The words of suggestions in a language; their lists are loaded for who chooses a passphrase. */
async function suggestionWords(locale: Locale): Promise<readonly string[]> {
  if (locale === 'fr') return (await import('@nuances/crypto/vault/french-words')).frenchWords;
  return (await import('@nuances/crypto/vault/english-words')).englishWords;
}
