import type { profileFields } from '@nuances/domain/profile/fields';
import type { TranslationFunctions as LL } from '@nuances/i18n/i18n-types';

/** The names of the fields of a profile, and of the account it belongs to. */
export const profileLabels = {
  username: (LL) => LL.profile.username(),
  email: (LL) => LL.profile.email.label(),
  firstName: (LL) => LL.profile.firstName(),
  lastName: (LL) => LL.profile.lastName(),
  dateOfBirth: (LL) => LL.profile.dateOfBirth(),
  countryOfResidency: (LL) => LL.profile.countryOfResidency(),
  gender: (LL) => LL.profile.gender.label(),
  passion: (LL) => LL.profile.passion(),
  mission: (LL) => LL.profile.mission(),
  vocation: (LL) => LL.profile.vocation(),
  profession: (LL) => LL.profile.profession(),
  birthTime: (LL) => LL.profile.birthTime(),
  birthPlace: (LL) => LL.profile.birthPlace(),
} satisfies Record<'username' | keyof typeof profileFields, (texts: LL) => string>;
