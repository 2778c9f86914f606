import { passkeyNameSchema } from '@nuances/domain/passkeys';
import { Button } from '@nuances/ui/button';
import { FormMessage } from '@nuances/ui/form-message';
import { Menu } from '@nuances/ui/menu';
import { TextField } from '@nuances/ui/text-field';
import { useEffect, useRef, useState } from 'react';
import { useForm } from '../../components/form/use-form.ts';
import type { RouterOutputs } from '../../api/router-types.ts';
import { useEscape } from '../../browser/use-escape.ts';
import rows from '../../components/access-row.module.css';
import { useI18n } from '../../i18n/locale-store.ts';
import { shortDayOf } from '../../i18n/moment-of.ts';
import { useChangesOff } from '../../offline/use-changes-off.ts';
import { RequiredNote } from '../../components/required-note.tsx';
import styles from './security.module.css';

interface Props {
  readonly passkey: RouterOutputs['security']['passkeys']['passkeys'][number];
  /** Rejects when the name is refused. */
  readonly onRename: (name: string) => Promise<void>;
  readonly onRemove: () => void;
  /** Whether it opens the vault; null without a vault. */
  readonly opens: boolean | null;
  /** Says why it does not. */
  readonly says: boolean;
}

/** A passkey: its name, when it was added and last used, and what can be done with it. It is renamed in its place. */
export function PasskeyRow({ passkey, opens, says, onRename, onRemove }: Props) {
  const i18n = useI18n();
  const words = i18n.LL.passkey;
  const changesOff = useChangesOff();
  const [isNaming, setIsNaming] = useState(false);
  const row = useRef<HTMLLIElement>(null);
  const wasNaming = useRef(false);
  useEffect(() => {
    // The field that had the focus is gone.
    if (wasNaming.current && !isNaming) row.current?.querySelector('button')?.focus();
    wasNaming.current = isNaming;
  }, [isNaming]);
  const used =
    passkey.lastUsedAt === null ? words.unused() : words.used({ date: shortDayOf(i18n, passkey.lastUsedAt) });
  return (
    <li ref={row} className={rows.row}>
      {isNaming ? (
        <NameForm name={passkey.name} onName={onRename} onClose={() => setIsNaming(false)} />
      ) : (
        <>
          <div className={styles.grow}>
            <p className={styles.keyName} dir="auto">
              {passkey.name}{' '}
              {opens === null ? null : <span className={rows.current}>{opens ? words.opens() : words.logsIn()}</span>}
            </p>
            <p className={rows.seen}>
              {words.made({ date: shortDayOf(i18n, passkey.createdAt) })} · {used}
            </p>
            {opens === false && says ? (
              <p className={rows.seen}>{`${words.logsInWhy()} ${words.logsInSince()}`}</p>
            ) : null}
          </div>
          <Menu
            label={words.menu({ name: passkey.name })}
            items={[
              {
                id: 'rename',
                label: words.rename(),
                icon: 'edit',
                onSelect: () => setIsNaming(true),
                ...changesOff,
              },
              {
                id: 'remove',
                label: words.remove(),
                icon: 'trash',
                danger: true,
                onSelect: onRemove,
                ...changesOff,
              },
            ]}
          />
        </>
      )}
    </li>
  );
}

interface NameProps {
  readonly name: string;
  readonly onName: (name: string) => Promise<void>;
  readonly onClose: () => void;
}

function NameForm({ name: former, onName, onClose }: NameProps) {
  const { LL } = useI18n();
  const form = useForm(passkeyNameSchema);
  const field = useRef<HTMLInputElement>(null);
  const [name, setName] = useState(former);
  useEffect(() => field.current?.select(), []);
  useEscape(!form.busy, onClose);
  const submit = () => {
    void form.submit({ name }, async () => {
      await onName(name);
      onClose();
    });
  };
  return (
    <form {...form.element(submit)} className={styles.naming}>
      <RequiredNote />
      <TextField
        ref={field}
        {...form.fieldOf('name', name, setName)}
        label={LL.passkey.name()}
        autoComplete="off"
        required
      />
      <div className={styles.choices}>
        <Button type="submit" variant="primary" size="small" busy={form.busy} busyLabel={LL.action.saving()}>
          {LL.action.save()}
        </Button>
        <Button size="small" onClick={onClose}>
          {LL.action.cancel()}
        </Button>
      </div>
      <FormMessage kind="error">{form.message?.text}</FormMessage>
    </form>
  );
}
