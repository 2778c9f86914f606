import { Button } from '@nuances/ui/button';
import { useI18n } from '../../i18n/locale-store.ts';
import styles from './config.module.css';
import { Section } from './section.tsx';
import { useExport } from './use-export.ts';

/** Everything of the person in one file. */
export function ExportData() {
  const { LL } = useI18n();
  const { busy, start } = useExport();
  return (
    <Section title={LL.profile.config.export.title()}>
      <p className={styles.text}>{LL.profile.config.export.text()}</p>
      <Button
        className={styles.action}
        variant="outline"
        busy={busy}
        busyLabel={LL.profile.config.export.busy()}
        onClick={() => void start()}
      >
        {LL.profile.config.export.submit()}
      </Button>
    </Section>
  );
}
