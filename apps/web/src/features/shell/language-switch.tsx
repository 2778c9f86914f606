import { locales } from '@nuances/domain/locales';
import { showToast } from '@nuances/ui/toast';
import { changeLanguage } from '../../i18n/change-language.ts';
import { useI18n, currentI18n } from '../../i18n/locale-store.ts';
import styles from './language-switch.module.css';

/** FR / EN: shows both, speaks the other one when pressed. */
export function LanguageSwitch() {
  const { LL, locale } = useI18n();
  const other = locale === 'fr' ? 'en' : 'fr';

  const change = async () => {
    await changeLanguage(other);
    showToast({ kind: 'success', role: 'status', text: currentI18n().LL.language.changed() });
  };

  return (
    <button
      type="button"
      className={styles.switch}
      aria-label={LL.language.current({ shown: LL.language[locale](), other: LL.language[other]() })}
      onClick={() => void change()}
    >
      {[...locales].reverse().map((one) => (
        <span key={one} aria-hidden="true" className={styles.one} data-on={one === locale ? '' : undefined}>
          {LL.language.short[one]()}
        </span>
      ))}
    </button>
  );
}
