import { TextField } from '@nuances/ui/text-field';
import type { useForm } from '../form/use-form.ts';
import { useI18n } from '../../i18n/locale-store.ts';
import { RequiredNote } from '../required-note.tsx';

/** The name of a new passkey: all that its form asks for. */
export function PasskeyNameField(field: ReturnType<ReturnType<typeof useForm>['fieldOf']>) {
  const { LL } = useI18n();
  return (
    <>
      <RequiredNote />
      <TextField {...field} label={LL.passkey.name()} help={LL.passkey.nameHelp()} autoComplete="off" required />
    </>
  );
}
