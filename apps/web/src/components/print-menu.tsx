import { Menu } from '@nuances/ui/menu';
import { dismissToast, showToast } from '@nuances/ui/toast';
import { countText } from '@nuances/i18n/plural';
import { useI18n } from '../i18n/locale-store.ts';

interface Props {
  readonly of: 'notes' | 'history';
  /** How many the screen would show without its window; they are printed all. */
  readonly count: number;
}

/** Prints after the next paint: a long list takes a while to render, and this is said first. */
function printSaying(text: string): void {
  const toast = showToast({ kind: 'info', text });
  window.addEventListener('afterprint', () => dismissToast(toast), { once: true });
  requestAnimationFrame(() => setTimeout(() => window.print()));
}

/** Menu of a list with the command that prints all of it. */
export function PrintMenu({ of, count }: Props) {
  const { LL, locale } = useI18n();
  const texts = LL.print[of];
  const label = countText(texts, locale, count);
  return (
    <Menu
      label={texts.menu()}
      items={[{ id: 'print', label, icon: 'print', onSelect: () => printSaying(LL.print.preparing()) }]}
    />
  );
}
