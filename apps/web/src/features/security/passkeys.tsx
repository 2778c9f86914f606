import { limits } from '@nuances/domain/limits';
import { errorText } from '@nuances/i18n/errors';
import { Button, buttonClass } from '@nuances/ui/button';
import { ConfirmDialog } from '@nuances/ui/confirm-dialog';
import { showToast } from '@nuances/ui/toast';
import { Link } from '@tanstack/react-router';
import { type RefObject, useState } from 'react';
import { trpc } from '../../api/queries.tsx';
import type { RouterOutputs } from '../../api/router-types.ts';
import { useEndRow } from '../../api/use-end-row.ts';
import { passkeyObstacle, makePasskey } from '../../browser/passkeys.ts';
import { FetchState } from '../../components/fetch-state.tsx';
import { currentI18n, useI18n } from '../../i18n/locale-store.ts';
import { openingCredentials } from './opening-credentials.ts';
import { useVault } from '../../keys/vault-view.ts';
import { PasskeyRow } from './passkey-row.tsx';
import { useChangesOff } from '../../offline/use-changes-off.ts';
import { useProof } from '../../components/use-proof.tsx';
import { passkeyNameSchema } from '@nuances/domain/passkeys';
import { FormMessage } from '@nuances/ui/form-message';
import { useForm } from '../../components/form/use-form.ts';
import { AppDialog } from '../../components/app-dialog.tsx';
import { usePasskeyStop } from '../../components/passkey/use-passkey-stop.ts';
import { PasskeyNameField } from '../../components/passkey/passkey-name-field.tsx';
import rows from '../../components/access-row.module.css';
import config from '../../components/section-text.module.css';
import styles from './security.module.css';

type Listed = RouterOutputs['security']['passkeys']['passkeys'][number];

/** The passkeys of the account: a list with a menu in each row, and a dialog that adds one. */
export function Passkeys() {
  const { LL } = useI18n();
  const words = LL.passkey;
  const query = trpc.security.passkeys.useQuery();
  const { data, refetch } = query;
  const utils = trpc.useUtils();
  const rename = trpc.security.renamePasskey.useMutation();
  const remove = trpc.security.removePasskey.useMutation();
  const vault = useVault();
  const opening = openingCredentials(vault);
  const firstOther = data?.passkeys.find(({ credentialId }) => opening?.has(credentialId) === false);
  const { withProof, layer } = useProof();
  const { target: add, end: endRow } = useEndRow<HTMLButtonElement>(data, refetch);
  const [isAdding, setIsAdding] = useState(false);
  const [leaving, setLeaving] = useState<Listed | null>(null);

  // What is asked about stays while its dialog closes.
  const [last, setLast] = useState(leaving);
  if (leaving && leaving !== last) setLast(leaving);

  const renameOne = async (id: string, name: string) => {
    if ((await withProof(() => rename.mutateAsync({ id, name }))) === null) return;
    await refetch();
    showToast({ kind: 'success', text: currentI18n().LL.passkey.renamed() });
  };
  const removeOne = (id: string) =>
    endRow(
      () => withProof(() => remove.mutateAsync({ id })),
      (said) => {
        // The other logins have ended with it.
        void utils.profile.sessions.invalidate();
        return said.LL.passkey.removed();
      },
    );

  return (
    <div className={styles.form}>
      <p className="t-small-2">{words.lead()}</p>
      <FetchState query={query} isKept />
      {data?.passkeys.length === 0 ? <p className="t-small-2">{words.none()}</p> : null}
      {data && data.passkeys.length > 0 ? (
        <ul className={rows.list} aria-label={LL.security.passkeys.name()}>
          {data.passkeys.map((passkey) => (
            <PasskeyRow
              key={passkey.id}
              passkey={passkey}
              opens={opening ? opening.has(passkey.credentialId) : null}
              says={passkey === firstOther}
              onRename={(name) => renameOne(passkey.id, name)}
              onRemove={() => setLeaving(passkey)}
            />
          ))}
        </ul>
      ) : null}
      {data ? (
        <AddPasskey
          forVault={vault.mode === 'vault' && vault.isOpen}
          data={data}
          buttonRef={add}
          onAdd={() => setIsAdding(true)}
        />
      ) : null}
      {isAdding ? <NewPasskey withProof={withProof} onClose={() => setIsAdding(false)} onAdded={refetch} /> : null}
      <ConfirmDialog
        open={leaving !== null}
        title={words.removeTitle()}
        text={words.removeText({ name: last?.name ?? '' })}
        confirmLabel={words.remove()}
        keepLabel={LL.action.cancel()}
        onConfirm={() => {
          setLeaving(null);
          if (leaving) void removeOne(leaving.id);
        }}
        onClose={() => setLeaving(null)}
      />
      {layer}
    </div>
  );
}

interface AddProps {
  /** A passkey that opens the vault needs more than its name: it is made on a page of its own. */
  readonly forVault: boolean;
  readonly data: RouterOutputs['security']['passkeys'];
  readonly buttonRef: RefObject<HTMLButtonElement | null>;
  readonly onAdd: () => void;
}

/** The button that adds a passkey, or why there can be none. */
function AddPasskey({ forVault, data: { origin, passkeys }, buttonRef, onAdd }: AddProps) {
  const { LL, locale } = useI18n();
  const changesOff = useChangesOff();
  const obstacle = passkeyObstacle(origin);
  if (obstacle) {
    const sentences = {
      browser: LL.passkey.unsupported(),
      insecure: LL.passkey.insecure(),
      elsewhere: LL.passkey.elsewhere({ address: origin }),
    };
    return <p className={config.text}>{sentences[obstacle]}</p>;
  }
  if (passkeys.length >= limits.passkeys)
    return <p className={config.text}>{errorText(LL.error, locale, 'passkeysFull')}</p>;
  // A link cannot be off.
  if (forVault && changesOff.disabledReason === undefined) {
    return (
      <Link to="/vault/$page" params={{ page: 'passkey' }} className={`${buttonClass()} ${styles.start}`}>
        {LL.passkey.add()}
      </Link>
    );
  }
  return (
    <Button {...changesOff} ref={buttonRef} className={styles.start} icon="plus" onClick={onAdd}>
      {LL.passkey.add()}
    </Button>
  );
}

interface Props {
  readonly withProof: ReturnType<typeof useProof>['withProof'];
  readonly onAdded: () => unknown;
  readonly onClose: () => void;
}

/** Asks for the name of a new passkey, then lets the browser make it. */
function NewPasskey({ withProof, onAdded, onClose }: Props) {
  const { LL } = useI18n();
  const words = LL.passkey;
  const form = useForm(passkeyNameSchema);
  const [name, setName] = useState('');
  const [stopped, setStopped] = useState<(() => string) | null>(null);
  const isClosed = usePasskeyStop();
  const begin = trpc.security.newPasskeyOptions.useMutation();
  const add = trpc.security.addPasskey.useMutation();

  const make = async () => {
    const options = await withProof(() => begin.mutateAsync());
    // Closed before the server had answered.
    if (options === null || isClosed.current) return;
    const made = await makePasskey(options);
    if (made === null) return setStopped(() => () => LL.passkey.cancelled());
    if (made === 'already') return setStopped(() => () => LL.passkey.already());
    const { credential } = made;
    if ((await withProof(() => add.mutateAsync({ name, credential }))) === null) return;
    showToast({ kind: 'success', text: currentI18n().LL.passkey.added() });
    onAdded();
    onClose();
  };
  const submit = () => {
    setStopped(null);
    void form.submit({ name }, make);
  };

  return (
    <AppDialog open title={words.add()} onClose={onClose}>
      <form {...form.element(submit)} className={styles.form}>
        <PasskeyNameField {...form.fieldOf('name', name, setName)} />
        <Button
          type="submit"
          variant="primary"
          size="large"
          icon="key"
          busy={form.busy}
          busyLabel={LL.auth.login.passkeyBusy()}
        >
          {words.add()}
        </Button>
        {stopped ? (
          <p className={styles.stopped} role="status">
            {stopped()}
          </p>
        ) : (
          <FormMessage kind="error">{form.message?.text}</FormMessage>
        )}
      </form>
    </AppDialog>
  );
}
