import { profileSchema } from '@nuances/domain/profile/fields';
import { Button } from '@nuances/ui/button';
import { FormMessage } from '@nuances/ui/form-message';
import { SelectField } from '@nuances/ui/select-field';
import { TextField } from '@nuances/ui/text-field';
import { showToast } from '@nuances/ui/toast';
import { useEffect, useEffectEvent, useState } from 'react';
import type { ApiError } from '@nuances/domain/api-error';
import { useFlushOnLeave } from '../../note-store/draft-writer.ts';
import { usePending } from '../../offline/outbox.ts';
import { onDelivery, sendNow } from '../../offline/send.ts';
import { trpc } from '../../api/queries.tsx';
import { useForm } from '../../components/form/use-form.ts';
import { PasswordInput } from '../../components/password-field.tsx';
import { dayText, timeText } from '../../i18n/day-text.ts';
import { useI18n, currentI18n, type I18n } from '../../i18n/locale-store.ts';
import { profileLabels } from '../../i18n/profile-labels.ts';
import { inputsOf } from './profile-fields.ts';
import type { ProfileDraft } from './draft.ts';
import { saveProfileLocally, waitingProfile } from './save-profile.ts';
import { asGender, changesSince, isFieldName, valuesOf, valuesWith, withChange } from './profile-values.ts';
import type { FieldName, Profile, ProfileChanges } from './profile-values.ts';
import { Section } from '../../components/section.tsx';
import { sentenceOf } from '../../i18n/sentence-of.ts';
import { VerifyMark } from './verify-mark.tsx';
import styles from './profile-form.module.css';

/** Whether the stored address is verified, and the one that waits for its link. */
function emailState(LL: I18n['LL'], { email, isVerified, pendingEmail }: Profile, typed: string) {
  return {
    labelEnd: typed === email && email !== '' ? <VerifyMark email={email} verified={isVerified} /> : null,
    help: pendingEmail === null ? undefined : LL.profile.email.pending({ email: pendingEmail }),
  };
}

interface Props {
  readonly userId: string;
  readonly profile: Profile;
  readonly draft: ProfileDraft;
}

/** Sentence for a save that failed; null when the fields say it. */
function sentenceFor({ code, message, fields }: ApiError, isStored: boolean): (() => string) | null {
  if (Object.keys(fields).some(isFieldName)) return null;
  const kept = () => (isStored ? currentI18n().LL.outbox.kept() : currentI18n().LL.error.quotaDevice());
  if (code === 'network') return () => `${currentI18n().LL.error.network()} ${kept()}`;
  if (message === null) return () => `${currentI18n().LL.error.profileUpdate()} ${kept()}`;
  if (code === 'server') return () => `${currentI18n().LL.error.unexpected()} ${kept()}`;
  return () => message;
}

/** Sentence for an address that was not changed; null when the fields say it. Nothing of it waits to be sent. */
function sentenceForEmail(failure: ApiError): (() => string) | null {
  return failure.fields['email'] || failure.fields['password'] ? null : sentenceOf(failure);
}

/** Shows a profile that the server has taken; `settle` also says so. */
function useSavedProfile(userId: string, clearMessages: () => void) {
  const cached = trpc.useUtils().profile.get;
  const store = async (saved: Profile) => {
    await cached.cancel();
    cached.setData(undefined, saved);
  };
  const settle = async (saved: Profile) => {
    await store(saved);
    clearMessages();
    showToast({ kind: 'success', text: currentI18n().LL.profile.saved() });
  };
  const settleDelivered = useEffectEvent(settle);
  // The server may accept it long after the button was pressed, and through another tab.
  useEffect(
    () =>
      onDelivery((delivery) => {
        if (delivery.kind === 'profile' && delivery.item.owner === userId) void settleDelivered(delivery.profile);
      }),
    [userId],
  );
  return { store, settle };
}

/** What is typed in the form, and how it is saved. */
function useProfileForm({ userId, profile, draft }: Props) {
  const waiting = waitingProfile(usePending(), userId);
  const form = useForm(profileSchema, waiting?.refusal?.fields);
  const stored = valuesWith(valuesOf(profile), waiting?.changes);
  // What was typed on this device and not saved, as far as it still differs from what is stored.
  const [changes, setChanges] = useState<ProfileChanges>(() => changesSince(draft.changes, stored));
  const values = { ...stored, ...changes };
  const unsaved = Object.keys(changesSince(changes, stored)).length > 0;
  // A new address is changed by a call of its own, at once: the password that it takes never rests on the device.
  const changesEmail = values.email !== profile.email;
  const [password, setPassword] = useState('');
  const changeEmail = trpc.profile.changeEmail.useMutation();

  const { writer } = draft;
  useEffect(() => writer.later(Object.keys(changes).length > 0 ? changes : null), [writer, changes]);
  useFlushOnLeave(writer);
  useEffect(() => {
    if (unsaved) showToast({ kind: 'info', text: currentI18n().LL.draft.restored() });
    // Said once, when the form opens.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, []);

  const { store, settle } = useSavedProfile(userId, form.clearMessages);

  const change = (field: FieldName) => (value: string) => {
    setChanges((before) => withChange(before, stored, field, value));
    form.clear(field);
  };

  const submit = () => {
    const sent = values;
    const { email: _changedByItself, ...others } = changes;
    const hasOthers = Object.keys(others).length > 0;
    let isEmailOpen = changesEmail;
    let isStored = true;
    void form.submit(
      sent,
      async () => {
        if (changesEmail) {
          const saved = await changeEmail.mutateAsync({ email: sent.email, password });
          isEmailOpen = false;
          setPassword('');
          await (hasOthers ? store(saved) : settle(saved));
        }
        const item = hasOthers || !changesEmail ? await saveProfileLocally(userId, others) : null;
        const forget = () => setChanges((now) => changesSince(now, sent));
        // What the device has not taken stays in its draft until the server has it.
        if (item?.isStored !== false) forget();
        if (item === null) return;
        ({ isStored } = item);
        await sendNow(item.id);
        forget();
      },
      (failure) => (isEmailOpen ? sentenceForEmail(failure) : sentenceFor(failure, isStored)),
      changesEmail && password === '' ? { password: 'passwordRequired' } : {},
    );
  };
  return { form, values, change, changesEmail, password, setPassword, unsaved, waiting, submit };
}

/** The fields of the profile. What is typed stays on this device until it is saved; a save waits there until it is sent. */
export function ProfileForm(props: Props) {
  const { profile } = props;
  const i18n = useI18n();
  const { LL } = i18n;
  const { form, values, change, changesEmail, password, setPassword, unsaved, waiting, submit } = useProfileForm(props);
  const rows = (part: Parameters<typeof inputsOf>[0]) =>
    inputsOf(part).map(({ name, control }) => (
      <TextField
        key={name}
        {...control}
        name={name}
        label={profileLabels[name](LL)}
        value={values[name]}
        onChange={change(name)}
        error={form.errorOf(name)}
        {...(control.type === 'date' && { shownText: dayText(LL, values[name]) })}
        {...(control.type === 'time' && { shownText: timeText(i18n, values[name]) })}
        {...(name === 'email' ? emailState(LL, profile, values.email) : undefined)}
      />
    ));

  return (
    <form {...form.element(submit)}>
      <Section title={LL.profile.section.identity()} caption={LL.common.required()}>
        <div className={styles.fields}>
          <TextField
            label={LL.profile.username()}
            name="username"
            value={profile.username}
            onChange={() => undefined}
            readOnly
            autoComplete="username"
            labelEnd={<span className={styles.hint}>{LL.profile.usernameHelp()}</span>}
          />
          {rows('email')}
          {changesEmail ? (
            <PasswordInput
              {...form.fieldOf('password', password, setPassword)}
              label={LL.field.currentPassword.label()}
              help={LL.profile.email.password()}
            />
          ) : null}
          {rows('identity')}
          <SelectField
            label={LL.profile.gender.label()}
            name="gender"
            value={values.gender}
            onChange={(value) => change('gender')(asGender(value))}
            error={form.errorOf('gender')}
            options={[
              { value: '', label: LL.profile.gender.none() },
              { value: 'male', label: LL.profile.gender.male() },
              { value: 'female', label: LL.profile.gender.female() },
            ]}
          />
        </div>
      </Section>
      <Section title={LL.profile.section.direction()} caption={LL.common.allOptional()}>
        <div className={styles.fields}>{rows('direction')}</div>
      </Section>
      <Section title={LL.profile.section.birth()} caption={LL.profile.section.birthHelp()}>
        <div className={styles.fields}>{rows('birth')}</div>
      </Section>
      <SaveBar busy={form.busy} message={form.message} unsaved={unsaved} waiting={waiting} />
    </form>
  );
}

interface SaveBarProps extends Pick<ReturnType<typeof useForm>, 'busy' | 'message'> {
  readonly unsaved: boolean;
  readonly waiting: ReturnType<typeof waitingProfile>;
}

/** The button at the bottom of the window, and what became of the last save. */
function SaveBar({ busy, message, unsaved, waiting }: SaveBarProps) {
  const { LL } = useI18n();
  const state = () => {
    if (message) return null;
    if (unsaved) return LL.common.unsaved();
    if (!waiting) return null;
    return waiting.refusal ? LL.status.failed() : LL.status.waiting();
  };
  return (
    <div className={styles.bar} data-toasts="top">
      <div className={styles.state}>
        <FormMessage kind={message?.kind ?? 'error'}>{message?.text}</FormMessage>
        <p className="t-cap" role="status">
          {state()}
        </p>
      </div>
      <Button type="submit" variant="primary" busy={busy} busyLabel={LL.action.saving()}>
        {LL.profile.save()}
      </Button>
    </div>
  );
}
