import { readRecoveryCode } from '@nuances/crypto/vault/recovery-code';
import { toApiError } from '@nuances/domain/api-error';
import type { TranslationFunctions } from '@nuances/i18n/i18n-types';
import { Button } from '@nuances/ui/button';
import { classNames } from '@nuances/ui/class-names';
import { ClosedBloom } from '@nuances/ui/closed-bloom';
import { Hills } from '@nuances/ui/hills';
import { Icon } from '@nuances/ui/icon';
import { Link } from '@tanstack/react-router';
import { useEffect, useId, useRef, useState, type FormEvent } from 'react';
import { showFailure } from '../../api/show-failure.ts';
import { passkeyObstacle } from '../../browser/passkeys.ts';
import { AccountNameField } from '../../components/account-name-field.tsx';
import { useI18n } from '../../i18n/locale-store.ts';
import { sentenceOf } from '../../i18n/sentence-of.ts';
import { useConnection } from '../../offline/connection.ts';
import { acceptFormerKey, acceptServerMode } from '../../vault/follow-state.ts';
import {
  compareOtherKey,
  openByPasskey,
  openByPassphrase,
  openByRecoveryCode,
  type Opening,
} from '../../vault/open-vault.ts';
import { versionToOpen } from '../../keys/opened-keys.ts';
import { useVault, vaultState, type VaultWarning } from '../../keys/vault-view.ts';
import { CodeInput } from './code-input.tsx';
import { RequiredNote } from '../../components/required-note.tsx';
import styles from './opening.module.css';
import { VaultPhraseField } from './vault-phrase-field.tsx';
import { warningText } from './warning-text.ts';

interface Props {
  /** Whether the vault was open in this page, and closed. */
  readonly wasOpen: boolean;
  /** Whether the words of this device were found to differ from another's. */
  readonly hasDiffered: boolean;
  /** The vault was opened by that recovery code: a new passphrase is asked for. */
  readonly onOpenByCode: (code: string) => void;
  readonly onLogout: () => void;
}

/** In place of every page of content while the vault is closed: the ways to open it, and nothing of what is in it. */
export function Opening({ wasOpen, hasDiffered, onOpenByCode, onLogout }: Props) {
  const { LL } = useI18n();
  const words = LL.vault.open;
  const { owner, slots, keyVersion, target, sealedDraft, warning } = useVault();
  const connection = useConnection();
  const titleId = useId();
  const field = useRef<HTMLInputElement | HTMLTextAreaElement>(null);
  const hold = (element: HTMLInputElement | HTMLTextAreaElement | null) => {
    field.current = element;
  };
  const [byCode, setByCode] = useState(false);
  const [text, setText] = useState('');
  const [busy, setBusy] = useState<'field' | 'passkey' | null>(null);
  // With the texts of when it is shown: the language may change meanwhile.
  const [error, setError] = useState<((texts: TranslationFunctions) => string) | null>(null);
  const [isUnknownHere, setIsUnknownHere] = useState(false);
  const [isLost, setIsLost] = useState(false);
  const [isHolding, setIsHolding] = useState(false);
  // Also away from what was said, which says another thing now.
  useEffect(() => field.current?.focus({ preventScroll: true }), [byCode, isHolding]);
  const wanted = versionToOpen({ target, keyVersion });
  const hasPasskey =
    passkeyObstacle() === null && slots.some((slot) => slot.kind === 'passkey' && slot.keyVersion === wanted);

  const sentences: Readonly<Record<Exclude<Opening, 'open'>, (texts: TranslationFunctions) => string>> = {
    wrong: ({ vault: { open } }) => (byCode ? open.wrongCode() : open.wrong()),
    refused: (texts) => warningText(texts, vaultState().warning ?? 'weaker'),
    unknownHere: ({ vault: { open } }) => open.offlineFirst(),
    stopped: ({ vault: { open } }) => open.passkeyNone(),
    logsIn: ({ vault: { open } }) => open.passkeyOnly(),
  };
  /** Opens again as they did last. */
  const last = useRef<() => Promise<void>>(undefined);
  const attempt = async (by: 'field' | 'passkey', open: () => Promise<Opening>): Promise<void> => {
    if (busy !== null) return;
    last.current = () => attempt(by, open);
    setBusy(by);
    setError(null);
    try {
      const outcome = await open();
      if (outcome === 'open') {
        // They said so before they were asked to open it.
        if (isHolding && owner !== null) await acceptServerMode(owner);
        return;
      }
      setIsUnknownHere(outcome === 'unknownHere');
      setError(() => sentences[outcome]);
      if (by === 'field') field.current?.select();
    } catch (thrown) {
      setError(() => sentenceOf(toApiError(thrown)));
    } finally {
      setBusy(null);
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() === '') return field.current?.focus();
    if (!byCode) return void attempt('field', () => openByPassphrase(text));
    if (readRecoveryCode(text) === null)
      return setError(
        () =>
          ({ vault: { open } }: TranslationFunctions) =>
            open.typo(),
      );
    return void attempt('field', async () => {
      const outcome = await openByRecoveryCode(text);
      // A vault that is being turned off takes no other passphrase.
      if (outcome === 'open' && vaultState().target !== 'server') onOpenByCode(text);
      return outcome;
    });
  };
  const change = (next: string) => {
    setText(next);
    setError(null);
  };
  const toggle = () => {
    setByCode(!byCode);
    change('');
  };

  return (
    // What was open is gone in one frame.
    <section className={classNames(styles.page, !wasOpen && 'appear')} data-vault-closed="" aria-labelledby={titleId}>
      <svg className={styles.stars} aria-hidden="true" viewBox="0 0 390 844">
        <circle cx="52" cy="118" r="1.6" />
        <circle cx="250" cy="76" r="1.2" />
        <circle cx="338" cy="96" r="2" />
        <circle cx="304" cy="196" r="1.2" />
        <circle cx="84" cy="250" r="1.2" />
        <circle cx="356" cy="286" r="1.5" />
        <circle cx="30" cy="330" r="1.2" />
      </svg>
      <Hills className={styles.hills} height={300} />
      <div className={styles.bloom} data-locked={wasOpen ? '' : undefined}>
        <ClosedBloom />
      </div>
      <div className={styles.column}>
        <h1 id={titleId} className="t-h1" tabIndex={-1}>
          {wasOpen ? LL.lock.title() : words.title()}
        </h1>
        <p className={styles.lead}>{wasOpen ? LL.lock.lead() : words.lead()}</p>
        {hasDiffered ? (
          <p className={styles.differs} role="alert">
            {LL.vault.compare.differText()}
          </p>
        ) : null}
        {warning === null || owner === null ? null : (
          <ServerChoice
            owner={owner}
            warning={warning}
            isHolding={isHolding}
            onHolding={setIsHolding}
            onCompare={
              hasDiffered
                ? null
                : async () => {
                    await compareOtherKey(owner);
                    await last.current?.();
                  }
            }
          />
        )}
        {connection === 'online' ? null : <p className={styles.offline}>{words.offline()}</p>}
        {/* The focus stays in the field, which is not read again then. */}
        <p className="visually-hidden" role="alert">
          {error?.(LL)}
        </p>
        <form className={styles.form} noValidate onSubmit={submit}>
          <RequiredNote />
          <AccountNameField />
          {byCode ? (
            <CodeInput ref={hold} value={text} onChange={change} error={error?.(LL)} disabled={isUnknownHere} />
          ) : (
            <VaultPhraseField
              ref={hold}
              label={LL.vault.phrase.label()}
              value={text}
              onChange={change}
              error={error?.(LL)}
              disabled={isUnknownHere}
            />
          )}
          <Button type="submit" variant="primary" size="large" busy={busy === 'field'} busyLabel={words.busy()}>
            {words.submit()}
          </Button>
          {hasPasskey ? (
            <Button
              size="large"
              icon="key"
              busy={busy === 'passkey'}
              busyLabel={LL.auth.login.passkeyBusy()}
              onClick={() => void attempt('passkey', openByPasskey)}
            >
              {words.passkey()}
            </Button>
          ) : null}
        </form>
        {wasOpen && sealedDraft ? (
          <p className={styles.draft}>
            <Icon name="note" />
            <span>{sealedDraft === 'page' ? LL.lock.draftHere() : LL.lock.draft()}</span>
          </p>
        ) : null}
        <div className={styles.others}>
          <button type="button" onClick={toggle}>
            {byCode ? words.phraseBack() : words.recovery()}
          </button>
          <button type="button" aria-expanded={isLost} onClick={() => setIsLost(!isLost)}>
            {words.nothing()}
          </button>
          <Link to="/profile/security">{words.security()}</Link>
          <button type="button" onClick={onLogout}>
            {words.logout()}
          </button>
        </div>
        <p className={styles.lost} role="status">
          {isLost ? `${words.nothingText()} ${words.password()}` : null}
        </p>
      </div>
    </section>
  );
}

interface ChoiceProps {
  readonly owner: string;
  readonly warning: VaultWarning;
  /** Whether they believe the server, and were told that something here then opens no more. */
  readonly isHolding: boolean;
  readonly onHolding: (isHolding: boolean) => void;
  /** Shows the words of another key, to be compared; null after they were. */
  readonly onCompare: (() => Promise<void>) | null;
}

/** Asks whether the server is right, where only the person can know it; nothing for other warnings. */
function ServerChoice({ owner, warning, isHolding, onHolding, onCompare }: ChoiceProps) {
  const { compare, server } = useI18n().LL.vault;
  const { noVault, wasMe, holds, goOn, olderKey, olderKeep, see } = server;
  const { slots } = useVault();
  const choices: Partial<Record<VaultWarning, { text: string; label: string; accept: () => Promise<void> }>> = {
    mode: {
      ...(isHolding ? { text: holds(), label: goOn() } : { text: noVault(), label: wasMe() }),
      accept: async () => onHolding(!(await acceptServerMode(owner, isHolding))),
    },
    // A device that has nothing of the vault may be told.
    ...(slots.length === 0
      ? { older: { text: olderKey(), label: olderKeep(), accept: () => acceptFormerKey(owner) } }
      : {}),
    ...(onCompare && { key: { text: `${compare.title()} ${compare.text()}`, label: see(), accept: onCompare } }),
  };
  const choice = choices[warning];
  if (!choice) return null;
  return (
    <div className={styles.differs} role="alert">
      <p>{choice.text}</p>
      <Button
        size="small"
        onClick={({ detail }) => {
          // The second one of a double click would answer a question that nobody has read.
          if (detail <= 1) choice.accept().catch(showFailure);
        }}
      >
        {choice.label}
      </Button>
    </div>
  );
}
