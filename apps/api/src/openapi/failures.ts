import type { ErrorCode } from '@nuances/domain/errors';
import type { ProcedureName, RestRoute } from '../http/rest.ts';
import type { Access } from '../trpc.ts';

/** What a call may fail with because of what it is sent or of what is stored, besides what any call may. */
const ownCodes: Readonly<Partial<Record<ProcedureName, readonly ErrorCode[]>>> = {
  'auth.login': ['usernameRequired', 'usernameMin', 'passwordRequired', 'loginFailed'],
  'auth.signup': [
    'usernameRequired',
    'usernameMin',
    'usernameMax',
    'usernameChars',
    'usernameTaken',
    'emailRequired',
    'emailInvalid',
    'emailForm',
    'passwordRequired',
    'passwordMin',
    'passwordMax',
    'passwordClasses',
  ],
  'auth.refresh': ['sessionMissing'],
  'auth.verify': ['linkInvalid'],
  'auth.requestReset': ['emailRequired', 'emailInvalid', 'emailForm'],
  'auth.checkReset': ['linkInvalid'],
  'auth.reset': ['linkInvalid', 'passwordRequired', 'passwordMin', 'passwordMax', 'passwordClasses'],
  'profile.update': [
    'firstNameRequired',
    'lastNameRequired',
    'nameLength',
    'nameChars',
    'emailRequired',
    'emailInvalid',
    'emailForm',
    'dateOfBirthRequired',
    'dateOfBirthInvalid',
    'dateOfBirthFuture',
    'countryRequired',
    'countryLength',
    'tooLong',
    'timeInvalid',
  ],
  'profile.resendVerification': ['emailRequired', 'emailInvalid', 'emailForm'],
  'results.create': ['answersInvalid', 'scanExists'],
  'results.delete': ['notFound'],
  'notes.create': ['noteNotSealed', 'noteTitleTooLong', 'notFound'],
  'notes.update': ['noteNotSealed', 'noteTitleTooLong', 'notFound'],
  'notes.delete': ['notFound'],
};

const accessCodes: Readonly<Record<Access, readonly ErrorCode[]>> = {
  public: [],
  optional: [],
  authentic: ['sessionMissing'],
  user: ['sessionMissing'],
  admin: ['sessionMissing', 'forbidden'],
};

/** Every code that a path may answer with, in the order in which it is decided. */
export function codesOf({ access, method, path, procedure }: RestRoute): ErrorCode[] {
  return [
    // A balancer asks the health check as often as it likes.
    ...(path === '/api/health' ? [] : (['rateLimited'] as const)),
    ...accessCodes[access],
    ...(method === 'GET' ? [] : (['tooLarge', 'mediaType'] as const)),
    'badRequest',
    ...(ownCodes[procedure] ?? []),
    'unavailable',
  ];
}
