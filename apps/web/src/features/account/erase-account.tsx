import { toApiError } from '@nuances/domain/api-error';
import { passwordProofSchema } from '@nuances/domain/validation';
import { decimal } from '@nuances/i18n/numbers';
import { countText } from '@nuances/i18n/plural';
import { Button } from '@nuances/ui/button';
import { FormMessage } from '@nuances/ui/form-message';
import { useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { AppDialog } from '../../components/app-dialog.tsx';
import { storage } from '../../browser/local-storage.ts';
import { unsubscribeFromPush } from '../../browser/push-subscription.ts';
import { forgetViews } from '../../browser/view-keys.ts';
import { deleteDraftsOf } from '../../note-store/sealed-drafts.ts';
import { dropItemsOf } from '../../offline/outbox.ts';
import { announceLogout, chosenLogoutKey, endSessionByChoice } from '../../session/session-store.ts';
import { guestApi } from '../../api/client.ts';
import { trpc } from '../../api/queries.tsx';
import { useForm } from '../../components/form/use-form.ts';
import { useUnrepeatable } from '../../components/form/use-unrepeatable.ts';
import { useI18n, currentI18n } from '../../i18n/locale-store.ts';
import { RequiredNote } from '../../components/required-note.tsx';
import config from '../../components/section-text.module.css';
import styles from './erase-account.module.css';
import { Section } from '../../components/section.tsx';
import { PasswordInput } from '../../components/password-field.tsx';
import { forgetDeviceVaults } from '../../keys/device-vault.ts';
import { unpinVault } from '../../vault/pins.ts';
import { offerReceipt } from '../../i18n/erasure-receipt.ts';
import { ExportFirst } from '../../components/export-first.tsx';

interface Props {
  readonly userId: string;
}

/** The section that erases the account; its dialog asks for the password. */
export function EraseAccount({ userId }: Props) {
  const { LL } = useI18n();
  const [open, setOpen] = useState(false);
  return (
    <Section title={LL.profile.config.erase.title()} isPage>
      <p className={config.text}>{LL.profile.config.erase.text()}</p>
      <Button className={config.action} icon="trash" onClick={() => setOpen(true)}>
        {LL.profile.config.erase.title()}
      </Button>
      <EraseDialog open={open} lead={LL.profile.config.erase.text()} userId={userId} onClose={() => setOpen(false)} />
    </Section>
  );
}

interface DialogProps extends Props {
  readonly open: boolean;
  /** What the erasure means. */
  readonly lead: string;
  readonly onClose: () => void;
}

/** Shows how much is erased, offers an export, and erases the account after a password check. */
export function EraseDialog({ open, lead, userId, onClose }: DialogProps) {
  const { LL, locale } = useI18n();
  const navigate = useNavigate();
  const form = useForm(passwordProofSchema);
  const keep = useRef<HTMLButtonElement>(null);
  const [password, setPassword] = useState('');
  const erase = trpc.profile.erase.useMutation();
  const unrepeatable = useUnrepeatable();
  const { data: counted } = trpc.profile.erasable.useQuery(undefined, { enabled: open, staleTime: 0, gcTime: 0 });
  const { data: profile } = trpc.profile.get.useQuery();
  const fetched = trpc.useUtils().profile;
  const number = (value: number) => decimal(value, locale);

  const close = () => {
    if (form.busy) return;
    setPassword('');
    form.clear('password');
    onClose();
  };
  const submit = () => {
    void form.submit({ password }, async () => {
      // The receipt needs both: without them nothing is erased.
      const { scans, notes } = counted ?? (await fetched.erasable.fetch());
      const { username } = profile ?? (await fetched.get.fetch());
      // As with a logout: no tab asks for a login, and the page first leaves what only a logged-in person may see.
      announceLogout();
      const requireGone = async () => {
        const login = await guestApi.auth.login.mutate({ username, password }).then(() => null, toApiError);
        if (login?.code !== 'loginFailed') throw new Error('the account is still there');
      };
      await unrepeatable(userId, () => erase.mutateAsync({ password }), 'sessionMissing', requireGone);
      await navigate({ to: '/' });
      forgetViews(userId);
      // Before the end of the session, which releases the version of the app where nothing is pinned.
      await unpinVault(userId);
      endSessionByChoice();
      await Promise.all([dropItemsOf(userId), deleteDraftsOf(userId), unsubscribeFromPush(), forgetDeviceVaults()]);
      // The other tabs have read it.
      storage.remove(chosenLogoutKey);
      const { config: texts } = currentI18n().LL.profile;
      const what = countText(texts.part.receiptAll, currentI18n().locale, scans + notes);
      offerReceipt(texts.erase.done(), { what, username, at: new Date(), isAccount: true });
    });
  };

  return (
    <AppDialog
      open={open}
      role="alertdialog"
      title={LL.profile.config.erase.title()}
      lead={lead}
      initialFocus={keep}
      onClose={close}
    >
      <form {...form.element(submit)} className={styles.form}>
        <ExportFirst>
          {counted
            ? LL.profile.config.erase.count({ scans: number(counted.scans), notes: number(counted.notes) })
            : null}
        </ExportFirst>
        <RequiredNote />
        <PasswordInput {...form.fieldOf('password', password, setPassword)} />
        <FormMessage kind={form.message?.kind ?? 'error'}>{form.message?.text}</FormMessage>
        <div className={styles.choices}>
          <Button ref={keep} size="small" onClick={close}>
            {LL.profile.config.erase.keep()}
          </Button>
          <Button type="submit" variant="danger" size="small" busy={form.busy}>
            {LL.profile.config.erase.confirm()}
          </Button>
        </div>
      </form>
    </AppDialog>
  );
}
