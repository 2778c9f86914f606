import { shownBackupCode } from '@nuances/domain/second-factor';
import { dayMonthAndYear } from '@nuances/i18n/dates';
import { Button } from '@nuances/ui/button';
import { useState } from 'react';
import { createPortal } from 'react-dom';
import { trpc } from '../../api/queries.tsx';
import { downloadFile } from '../../browser/download.ts';
import { useI18n } from '../../i18n/locale-store.ts';
import { copyText } from '../../components/copy-text.ts';
import paper from '../../components/paper-sheet.module.css';
import styles from './security.module.css';

interface Props {
  readonly codes: readonly string[];
  readonly onKept: () => void;
}

/** Ten backup codes, shown once, to copy, print or save. */
export function BackupCodes({ codes, onKept }: Props) {
  const { LL, locale } = useI18n();
  const words = LL.codes.backup;
  const [date] = useState(() => dayMonthAndYear(new Date(), locale));
  const username = trpc.profile.get.useQuery().data?.username ?? '';
  const shown = codes.map(shownBackupCode);
  const place = `${username} · ${location.host}`;
  const lines = ['Nuances', words.title(), place, '', ...shown, '', words.text(), ''];
  return (
    <div className={styles.form}>
      <ol className={styles.codes}>
        {shown.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <div className={styles.choices}>
        <Button icon="copy" onClick={() => void copyText(shown.join('\n'), LL.codes.copied())}>
          {LL.codes.copy()}
        </Button>
        <Button icon="print" onClick={() => print()}>
          {words.print()}
        </Button>
        <Button icon="download" onClick={() => downloadFile('nuances-codes.txt', lines.join('\n'), 'text/plain')}>
          {words.save()}
        </Button>
      </div>
      <Button variant="primary" size="large" onClick={onKept}>
        {words.kept()}
      </Button>
      {createPortal(
        <div className={`${paper.sheet} ${styles.sheet}`}>
          <p>{words.sheet.account({ username, address: location.host })}</p>
          <h1>{words.title()}</h1>
          <p>{words.text()}</p>
          <ol className={styles.codes}>
            {shown.map((code) => (
              <li key={code}>{code}</li>
            ))}
          </ol>
          <h2>{words.sheet.keepTitle()}</h2>
          <p>{words.sheet.keep()}</p>
          <p className={paper.place}>{words.sheet.place()}</p>
          <p className={`${paper.made} ${styles.made}`}>{words.sheet.made({ date })}</p>
        </div>,
        document.body,
      )}
    </div>
  );
}
