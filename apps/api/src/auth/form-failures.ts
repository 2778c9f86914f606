/** What a new password or an address can be refused for, in the order of the forms. */
import type { ErrorCode } from '@nuances/domain/errors';

export const passwordFailures: readonly ErrorCode[] = [
  'passwordRequired',
  'passwordMin',
  'passwordMax',
  'passwordClasses',
  'passwordCommon',
];

export const emailFailures: readonly ErrorCode[] = ['emailRequired', 'emailInvalid', 'emailForm'];
