import type { TextFieldProps } from '@nuances/ui/text-field';
import type { I18n } from '../../i18n/locale-store.ts';
import type { FieldName } from './profile-values.ts';

type LL = I18n['LL'];
type NativeProps = Pick<
  TextFieldProps,
  'required' | 'type' | 'inputMode' | 'autoComplete' | 'autoCapitalize' | 'spellCheck'
>;

/** A field of text: which value it edits, and what its input takes. */
export interface FieldRow extends NativeProps {
  readonly name: Exclude<FieldName, 'gender'>;
  readonly label: (LL: LL) => string;
}

const capitalized = { required: true, autoCapitalize: 'words' } as const;
const emailInput = { required: true, inputMode: 'email', autoCapitalize: 'none', spellCheck: false } as const;

export const identityFields: readonly FieldRow[] = [
  { ...emailInput, name: 'email', label: (LL) => LL.profile.email.label(), autoComplete: 'email' },
  { ...capitalized, name: 'firstName', label: (LL) => LL.profile.firstName(), autoComplete: 'given-name' },
  { ...capitalized, name: 'lastName', label: (LL) => LL.profile.lastName(), autoComplete: 'family-name' },
  { required: true, name: 'dateOfBirth', label: (LL) => LL.profile.dateOfBirth(), type: 'date', autoComplete: 'bday' },
  {
    ...capitalized,
    name: 'countryOfResidency',
    label: (LL) => LL.profile.countryOfResidency(),
    autoComplete: 'country-name',
  },
];

export const directionFields: readonly FieldRow[] = [
  { name: 'passion', label: (LL) => LL.profile.passion() },
  { name: 'mission', label: (LL) => LL.profile.mission() },
  { name: 'vocation', label: (LL) => LL.profile.vocation() },
  { name: 'profession', label: (LL) => LL.profile.profession() },
];

export const birthFields: readonly FieldRow[] = [
  { name: 'birthTime', label: (LL) => LL.profile.birthTime(), type: 'time' },
  { name: 'birthPlace', label: (LL) => LL.profile.birthPlace() },
];
