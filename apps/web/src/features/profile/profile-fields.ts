import { namesOf } from '@nuances/domain/thing';
import type { TextFieldProps } from '@nuances/ui/text-field';
import type { FieldName } from './profile-values.ts';

type NativeProps = Pick<
  TextFieldProps,
  'required' | 'type' | 'inputMode' | 'autoComplete' | 'autoCapitalize' | 'spellCheck'
>;

/** Where a field of text stands in the form, and what its input takes. */
interface FieldInput extends NativeProps {
  readonly section: 'email' | 'identity' | 'direction' | 'birth';
}

const identity = { section: 'identity', required: true } as const;
const capitalized = { ...identity, autoCapitalize: 'words' } as const;
const direction = { section: 'direction' } as const;

/** The fields of text, in the order of the form. */
const inputs = {
  email: {
    section: 'email',
    required: true,
    inputMode: 'email',
    autoCapitalize: 'none',
    spellCheck: false,
    autoComplete: 'email',
  },
  firstName: { ...capitalized, autoComplete: 'given-name' },
  lastName: { ...capitalized, autoComplete: 'family-name' },
  dateOfBirth: { ...identity, type: 'date', autoComplete: 'bday' },
  countryOfResidency: { ...capitalized, autoComplete: 'country-name' },
  passion: direction,
  mission: direction,
  vocation: direction,
  profession: direction,
  birthTime: { section: 'birth', type: 'time' },
  birthPlace: { section: 'birth' },
} as const satisfies Record<Exclude<FieldName, 'gender'>, FieldInput>;

/** The fields of a part of the form, with what their inputs take. */
export function inputsOf(part: FieldInput['section']) {
  return namesOf(inputs).flatMap((name) => {
    const { section, ...control }: FieldInput = inputs[name];
    return section === part ? [{ name, control }] : [];
  });
}
