import { locales } from '@nuances/domain/locales';
import { showToast } from '@nuances/ui/toast';
import { changeLanguage } from '../../i18n/change-language.ts';
import { useI18n, currentI18n, loadNamespaces } from '../../i18n/locale-store.ts';
import styles from './language-switch.module.css';

const order = [...locales].reverse();

/** Shows FR and EN; a press changes to the other one. */
export function LanguageSwitch() {
  const { LL, locale } = useI18n();
  const other = locale === 'fr' ? 'en' : 'fr';

  const change = async () => {
    try {
      await changeLanguage(other);
      showToast({ kind: 'success', text: currentI18n().LL.language.changed() });
    } catch {
      await loadNamespaces('error');
      showToast({ kind: 'error', text: currentI18n().LL.error.languageUpdate() });
    }
  };

  const shown = order.map((one) => LL.language.short[one]());
  return (
    <button
      type="button"
      className={styles.switch}
      // The accessible name starts with the visible text, for speech input.
      aria-label={`${shown.join(' ')}, ${LL.language.current({ shown: LL.language[locale](), other: LL.language[other]() })}`}
      onClick={() => void change()}
    >
      {order.map((one, index) => (
        <span key={one} aria-hidden="true" className={styles.one} data-on={one === locale ? '' : undefined}>
          {/* The blank parts the words where they are read as text; it takes no room. */}
          {`${shown[index]} `}
        </span>
      ))}
    </button>
  );
}
