import { Button } from '@nuances/ui/button';
import { FormMessage } from '@nuances/ui/form-message';
import type { ReactNode, RefObject } from 'react';
import { AppDialog } from '../../components/app-dialog.tsx';
import type { useForm } from '../../components/form/use-form.ts';
import type { AuthDialog } from '../../session/auth-dialog-store.ts';
import { RequiredNote } from '../../components/required-note.tsx';
import styles from './auth.module.css';

export interface AuthDialogProps {
  readonly modal: AuthDialog;
  /** The typed user name, passed on to the next dialog. */
  readonly name: string;
  readonly onName: (name: string) => void;
  /** Closes the dialog; `to` is the path that the person wanted to open. */
  readonly onDone: (to?: string) => void;
  readonly onSwitch: (modal: AuthDialog) => void;
}

interface Props {
  readonly title: string;
  readonly lead: string;
  readonly onClose: () => void;
  /** Why the form opened, when the person did not open it. */
  readonly reason?: string | undefined;
  readonly form: Pick<ReturnType<typeof useForm>, 'busy' | 'message' | 'element'>;
  /** Takes the initial focus instead of the first field. */
  readonly initialFocus?: RefObject<HTMLElement | null> | undefined;
  readonly onSubmit: () => void;
  readonly submitLabel: string;
  readonly busyLabel: string;
  /** Another way than the form. */
  readonly other?: ReactNode;
  /** Links to the other forms. */
  readonly foot?: ReactNode;
  readonly children: ReactNode;
}

/** Layout of all auth forms: a dialog with fields, one button, the outcome, and links to the other forms. */
export function AuthForm({
  title,
  lead,
  onClose,
  reason,
  form,
  initialFocus,
  onSubmit,
  submitLabel,
  busyLabel,
  other,
  foot,
  children,
}: Props) {
  return (
    <AppDialog open onClose={onClose} title={title} lead={lead} largeTitle initialFocus={initialFocus}>
      {reason === undefined ? null : (
        <p className={styles.reason} role="status">
          {reason}
        </p>
      )}
      <form {...form.element(onSubmit)} className={styles.form}>
        <RequiredNote />
        {children}
        <Button type="submit" variant="primary" size="large" busy={form.busy} busyLabel={busyLabel}>
          {submitLabel}
        </Button>
        <FormMessage kind={form.message?.kind ?? 'error'}>{form.message?.text}</FormMessage>
      </form>
      {other}
      {foot === undefined ? null : <div className={styles.foot}>{foot}</div>}
    </AppDialog>
  );
}
