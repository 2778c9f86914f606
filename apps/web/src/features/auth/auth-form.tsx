import { Button } from '@nuances/ui/button';
import { Dialog } from '@nuances/ui/dialog';
import { FormMessage } from '@nuances/ui/form-message';
import type { FormEvent, ReactNode, Ref, RefObject } from 'react';
import type { useForm } from '../../components/form.ts';
import type { AuthDialog } from '../../session/auth-dialog-store.ts';
import { useI18n } from '../../i18n/locale-store.ts';
import styles from './auth.module.css';

/** What every auth dialog is given. */
export interface AuthDialogProps {
  readonly modal: AuthDialog;
  /** What was typed as a name, which goes along to the next dialog. */
  readonly name: string;
  readonly onName: (name: string) => void;
  /** Closes the dialog; `to` is where the person wanted to go. */
  readonly onDone: (to?: string) => void;
  readonly onSwitch: (modal: AuthDialog) => void;
}

interface Props {
  readonly title: string;
  readonly lead: string;
  readonly onClose: () => void;
  /** Why the form shows, where it was not asked for. */
  readonly reason?: string | undefined;
  readonly form: Pick<ReturnType<typeof useForm>, 'busy' | 'message'>;
  readonly formRef: Ref<HTMLFormElement>;
  /** Takes the focus at first, instead of the first field. */
  readonly initialFocus?: RefObject<HTMLElement | null> | undefined;
  readonly onSubmit: () => void;
  readonly submitLabel: string;
  readonly busyLabel: string;
  /** Ways to the other forms. */
  readonly foot?: ReactNode;
  /** The fields. */
  readonly children: ReactNode;
}

/** What all forms around an account share: a dialog, its fields, one button, what came of it, and the ways on. */
export function AuthForm({
  title,
  lead,
  onClose,
  reason,
  form,
  formRef,
  initialFocus,
  onSubmit,
  submitLabel,
  busyLabel,
  foot,
  children,
}: Props) {
  const { LL } = useI18n();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSubmit();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      lead={lead}
      closeLabel={LL.dialog.close()}
      handleLabel={LL.dialog.handle()}
      width={440}
      largeTitle
      initialFocus={initialFocus}
    >
      {reason === undefined ? null : (
        <p className={styles.reason} role="status">
          {reason}
        </p>
      )}
      <form ref={formRef} className={styles.form} noValidate onSubmit={submit}>
        {children}
        <Button type="submit" variant="primary" size="large" wide busy={form.busy} busyLabel={busyLabel}>
          {submitLabel}
        </Button>
        <FormMessage kind={form.message?.kind ?? 'error'}>{form.message?.text}</FormMessage>
      </form>
      {foot === undefined ? null : <div className={styles.foot}>{foot}</div>}
    </Dialog>
  );
}
