import { Icon } from '@nuances/ui/icon';
import { UnbrokenWords } from '@nuances/ui/unbroken-words';
import { useState } from 'react';
import { AppDialog } from '../../../components/app-dialog.tsx';
import { useI18n } from '../../../i18n/locale-store.ts';
import styles from './explanation.module.css';

/** What a vault gives and takes, the loss first: four blocks between thin lines. */
export function Explanation() {
  const words = useI18n().LL.vault.explain;
  const [isListOpen, setIsListOpen] = useState(false);
  const blocks = [
    { icon: 'key', texts: words.lost },
    { icon: 'lock', texts: words.for },
    { icon: 'eye', texts: words.open },
    { icon: 'info', texts: words.not },
  ] as const;
  return (
    <>
      <ul className={styles.blocks}>
        {blocks.map(({ icon, texts }) => (
          <li key={icon} className={styles.block}>
            <Icon name={icon} size={24} />
            <div>
              <h2 className={styles.title}>{texts.title()}</h2>
              <p className={styles.text}>
                <UnbrokenWords>{texts.text()}</UnbrokenWords>{' '}
                {icon === 'eye' ? (
                  <button type="button" className={styles.more} onClick={() => setIsListOpen(true)}>
                    {words.open.more()}
                  </button>
                ) : null}
              </p>
            </div>
          </li>
        ))}
      </ul>
      {isListOpen ? <ReadableList onClose={() => setIsListOpen(false)} /> : null}
    </>
  );
}

/** What the server reads with a vault too. */
function ReadableList({ onClose }: { readonly onClose: () => void }) {
  const words = useI18n().LL.vault.readable;
  const lines = [
    words.email(),
    words.username(),
    words.language(),
    words.signup(),
    words.times(),
    words.link(),
    words.size(),
    words.sessions(),
    words.reminder(),
  ];
  return (
    <AppDialog open title={words.title()} lead={words.lead()} wide onClose={onClose}>
      <ul className={styles.lines}>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <p className={styles.rest}>{words.rest()}</p>
    </AppDialog>
  );
}
