import { buttonClass } from '@nuances/ui/button';
import { Icon } from '@nuances/ui/icon';
import { Link } from '@tanstack/react-router';
import { useId, useState, type ReactNode } from 'react';
import { useWideScreen } from '../../browser/use-wide-screen.ts';
import { useI18n } from '../../i18n/locale-store.ts';
import { useVaultHere } from '../../vault/use-vault-here.ts';
import { Explanation } from './steps/explanation.tsx';
import { Fingerprint } from '../../components/fingerprint.tsx';
import { TurnOffDialog } from './turn-off-dialog.tsx';
import styles from './vault-part.module.css';
import { useDayText } from './day-text.ts';

/** The vault among what concerns security: what it is, how it is opened, and how it ends. */
export function VaultPart() {
  const { LL } = useI18n();
  const { mode, isOpen } = useVaultHere();
  if (mode === 'unknown') return null;
  if (mode === 'none') {
    return (
      <div>
        <p className={styles.lead}>{LL.vault.explain.lead()}</p>
        <Explanation />
        <Link
          to="/vault/$page"
          params={{ page: 'on' }}
          className={`${buttonClass({ variant: 'primary', size: 'large' })} ${styles.on}`}
        >
          {LL.security.vault.turnOn()}
        </Link>
      </div>
    );
  }
  return isOpen ? <OpenVault /> : <ClosedVault />;
}

function ClosedVault() {
  const { LL } = useI18n();
  return (
    <ul className={styles.rows}>
      <li>
        <p className="t-small-2">{LL.lock.lead()}</p>
        <Link to="/dashboard" className={`${buttonClass({ variant: 'primary' })} ${styles.on}`}>
          {LL.lock.open()}
        </Link>
      </li>
      <AnewRow />
    </ul>
  );
}

function AnewRow() {
  const { LL } = useI18n();
  return (
    <li>
      <Link to="/vault/$page" params={{ page: 'anew' }} className={styles.row} data-danger="">
        <span className={styles.name}>{LL.vault.anew.row()}</span>
        <Icon name="right" />
      </Link>
    </li>
  );
}

function OpenVault() {
  const words = useI18n().LL.vault;
  const { mode, slots, keyVersion, fingerprint } = useVaultHere();
  const day = useDayText();
  const id = useId();
  const [isLeaving, setIsLeaving] = useState(false);
  const now = slots.filter((slot) => slot.keyVersion === keyVersion);
  const phrase = now.find(({ kind }) => kind === 'passphrase');
  const recovery = now.find(({ kind }) => kind === 'recovery');
  const isMoving = mode === 'moving';
  return (
    <>
      {fingerprint ? (
        <div className={styles.print}>
          <p id={id} className={styles.name}>
            {words.page.print()}
          </p>
          <Fingerprint words={fingerprint} labelledBy={id} />
        </div>
      ) : null}
      {isMoving ? (
        <ul className={styles.rows}>
          <li>
            <Link to="/vault/$page" params={{ page: 'sealing' }} className={styles.row}>
              <span className={styles.name}>{words.seal.title()}</span>
              <Icon name="right" />
            </Link>
          </li>
        </ul>
      ) : (
        <>
          <Group title={words.page.ways()}>
            <li className={styles.row}>
              <Named name={words.page.phrase()} more={phrase && words.page.phraseAt({ date: day(phrase.createdAt) })} />
              <Link
                to="/vault/$page"
                params={{ page: 'passphrase' }}
                className={buttonClass({ size: 'small' })}
                aria-label={`${words.page.change()} · ${words.page.phrase()}`}
              >
                {words.page.change()}
              </Link>
            </li>
            <li className={styles.row}>
              <Named
                name={words.page.recovery()}
                more={recovery && words.page.recoveryAt({ date: day(recovery.createdAt) })}
              />
              <Link to="/vault/$page" params={{ page: 'code' }} className={buttonClass({ size: 'small' })}>
                {words.page.newCode()}
              </Link>
            </li>
            <li className={`${styles.row} ${styles.keys}`}>
              <Named name={words.page.passkeys()} more={undefined} />
              <Link
                to="/profile/security/passkeys"
                className={buttonClass({ size: 'small' })}
                aria-label={`${words.page.manage()} · ${words.page.passkeys()}`}
              >
                {words.page.manage()}
              </Link>
            </li>
          </Group>
          <Group title={words.page.others()}>
            <li>
              <Link to="/vault/$page" params={{ page: 'renew' }} className={styles.row}>
                <Named name={words.renew.title()} more={words.renew.when()} />
                <Icon name="right" />
              </Link>
            </li>
            <li>
              <button type="button" className={styles.row} onClick={() => setIsLeaving(true)}>
                <Named name={words.off.row()} more={words.off.when()} />
                <Icon name="right" />
              </button>
            </li>
            <AnewRow />
          </Group>
        </>
      )}
      {isLeaving ? <TurnOffDialog onClose={() => setIsLeaving(false)} /> : null}
    </>
  );
}

/** Some rows of the vault. Their page on a phone names them; on the desk they are short enough to follow each other. */
function Group({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const id = useId();
  const wide = useWideScreen();
  return (
    <>
      {wide ? null : (
        <h2 id={id} className={`${styles.group} t-h3`}>
          {title}
        </h2>
      )}
      <ul className={styles.rows} aria-labelledby={wide ? undefined : id}>
        {children}
      </ul>
    </>
  );
}

function Named({ name, more }: { readonly name: string; readonly more: string | undefined }) {
  return (
    <span className={styles.named}>
      <span className={styles.name}>{name}</span>{' '}
      {more === undefined ? null : <span className={styles.more}>{more}</span>}
    </span>
  );
}
