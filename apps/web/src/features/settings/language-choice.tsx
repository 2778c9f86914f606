import { locales, type Locale } from '@nuances/domain/locales';
import { Button } from '@nuances/ui/button';
import { FormMessage } from '@nuances/ui/form-message';
import { SelectField } from '@nuances/ui/select-field';
import { useState } from 'react';
import { changeLanguage } from '../../i18n/change-language.ts';
import { useI18n } from '../../i18n/locale-store.ts';
import styles from '../../components/section-text.module.css';

/** The language of the interface and of mails: shown at once, saved with the account at once. */
export function LanguageChoice() {
  const { LL, locale } = useI18n();
  const [outcome, setOutcome] = useState<'success' | 'error' | null>(null);
  const [wanted, setWanted] = useState(locale);
  const [busy, setBusy] = useState(false);

  const choose = async (language: Locale) => {
    setOutcome(null);
    setWanted(language);
    setBusy(true);
    try {
      await changeLanguage(language);
      setOutcome('success');
    } catch {
      setOutcome('error');
    }
    setBusy(false);
  };

  const sentences = { success: LL.profile.config.languageSaved(), error: LL.error.languageSave() };

  return (
    <div className={styles.narrow}>
      <SelectField
        label={LL.profile.config.language()}
        name="language"
        value={locale}
        onChange={(language) => void choose(language)}
        options={locales.map((value) => ({ value, label: LL.language[value](), lang: value }))}
      />
      <div className={styles.message} data-empty={outcome === null ? '' : undefined}>
        <FormMessage kind={outcome ?? 'success'}>{outcome === null ? null : sentences[outcome]}</FormMessage>
        {outcome === 'error' ? (
          <Button size="small" busy={busy} onClick={() => void choose(wanted)}>
            {LL.action.retry()}
          </Button>
        ) : null}
      </div>
    </div>
  );
}
