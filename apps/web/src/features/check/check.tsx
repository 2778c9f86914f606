import { buttonClass } from '@nuances/ui/button';
import { UnbrokenWords } from '@nuances/ui/unbroken-words';
import { Link } from '@tanstack/react-router';
import { useId } from 'react';
import { Fingerprint } from '../../components/fingerprint.tsx';
import { useI18n } from '../../i18n/locale-store.ts';
import { useVault } from '../../keys/vault-view.ts';
import styles from './check.module.css';
import { Command } from './command.tsx';
import { ReceivedProgram } from './received-program.tsx';
import { StoredNote } from './stored-note.tsx';

const exportCommand = 'npx tsx examples/open-export.ts nuances.zip folder';

/** What a person needs to doubt the product, and to compare elsewhere. */
export function Check() {
  const { LL } = useI18n();
  const words = LL.check;
  const { fingerprint } = useVault();
  const id = useId();
  return (
    <div className={styles.check}>
      <p className="t-small-2">
        <UnbrokenWords>{words.lead()}</UnbrokenWords>
      </p>
      <StoredNote />
      {fingerprint ? (
        <section>
          <h2 id={id}>{words.print.title()}</h2>
          <Fingerprint words={fingerprint} labelledBy={id} />
          <p className={styles.small}>
            <UnbrokenWords>{words.print.text()}</UnbrokenWords>
          </p>
        </section>
      ) : null}
      <ReceivedProgram />
      <section>
        <h2>{words.open.title()}</h2>
        <p className="t-small-2">
          <UnbrokenWords>{words.open.text()}</UnbrokenWords>
        </p>
        <Command text={exportCommand} />
        <Link to="/profile/export" className={buttonClass()}>
          {words.open.export()}
        </Link>
      </section>
      <p className={styles.doubt}>
        <UnbrokenWords>{words.cli.text()}</UnbrokenWords>
      </p>
    </div>
  );
}
