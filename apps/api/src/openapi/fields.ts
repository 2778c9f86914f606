import { lifetimes, limits } from '@nuances/domain/limits';
import { translations } from '../translations.ts';

/** What a field is, and what it may look like. */
export interface FieldFacts {
  readonly description: string;
  readonly example: unknown;
  readonly minLength?: number;
  readonly maxLength?: number;
  /** Left out of the example of a whole body: few need it. */
  readonly seldom?: true;
}

const sentence = (example: string) => ({
  description: 'A sentence for the person, in the language of the request.',
  example,
});
const days = (seconds: number) => seconds / 86_400;

const name = { maxLength: limits.name.max };
const profileText = { maxLength: limits.profileText.max };
const newPassword = {
  description:
    'At least 8 characters, with a lower-case and an upper-case letter, a digit and one of `@$!%*?&`. Other characters may be in it too.',
  example: 'Night&Day7',
  minLength: limits.password.min,
  maxLength: limits.password.max,
};
const email = {
  description:
    'Letters, digits, dot, underscore or hyphen, `@`, a domain and an ending of 2 to 6 letters. Forms that are sound elsewhere and not here (a plus sign, a longer ending) are told as such.',
  example: 'ada@example.org',
  maxLength: limits.email.max,
};

/**
 * What the fields of the API are, in the words of its description. A field is looked up by what says most about it:
 * - sent: `procedure.field`, `sent field`, `field`;
 * - answered: `Component.field`, `procedure answers field`, `field`.
 * A schema that describes itself needs no entry.
 */
export const fieldFacts: Readonly<Record<string, FieldFacts>> = {
  // Accounts and sessions.
  username: {
    description: 'Letters, digits and underscores. Unique, whatever the case of its letters.',
    example: 'ada',
    minLength: limits.username.min,
    maxLength: limits.username.max,
  },
  'auth.login.username': {
    description: 'The user name, or the e-mail address.',
    example: 'ada',
    minLength: limits.username.min,
    maxLength: limits.email.max,
  },
  password: newPassword,
  'auth.login.password': { description: 'The password.', example: 'Night&Day7', maxLength: limits.password.max },
  newPassword,
  email,
  'auth.checkReset answers email': {
    description: 'The address that the link was mailed to, masked.',
    example: 'a***@e***.org',
  },
  'Profile.email': { description: 'The address last given, proven or not.', example: 'ada@example.org' },
  consent: { description: 'The person agreed to what is stored about them; kept with its time.', example: true },
  rotate: {
    description:
      'Asks for refresh tokens that rotate: every refresh then gives the next one. A session that rotates once does so for good.',
    example: true,
    seldom: true,
  },
  language: {
    description: 'The language of the interface, of mails, and of answers to calls that name none.',
    example: 'en',
  },
  shortToken: {
    description: 'The access token, for `Authorization: Bearer …`: a JWT, good for 15 minutes (`exp`, in seconds).',
    example: 'eyJhbGciOiJIUzI1NiIsInR5cCI6ImF0K2p3dCJ9.eyJzdWIiOiI4ZjZhIn0.c2lnbmF0dXJl',
  },
  refreshToken: {
    description: `Gives new access tokens: ${days(lifetimes.sessionIdleS)} days after its last use, and ${days(lifetimes.sessionAbsoluteS)} days after the login, at most.`,
    example: 'mE0vYb1l6c9cOeS1b7yD0i1m3Qx5Z8w2n4K7a9T6u1s',
  },
  userKey: {
    description: "The key that seals the person's notes: 64 hexadecimal digits.",
    example: 'c7d95ff887fddb61168d113a4a7cd898261746e8820d332c3e6f5a8833237b93',
  },
  role: {
    description: 'What the account may do. For display only: the server reads it anew at every call.',
    example: 'user',
  },
  token: {
    description: 'The last part of the link that was mailed.',
    example: 'x1bYgK0d3Gq7m5Tn2Rw8Vc4Jp6Ls9Hf0Zk1Ue3Ai5Bo',
    maxLength: limits.tokenMax,
  },
  'auth.signup answers message': sentence(translations.en.auth.signup.success()),
  'auth.verify answers message': sentence(translations.en.auth.verify.success()),
  'auth.requestReset answers message': sentence(translations.en.auth.forgot.success()),
  'auth.reset answers message': sentence(translations.en.auth.reset.success()),
  'profile.resendVerification answers message': sentence(translations.en.auth.signup.successFallback()),

  // Profile.
  firstName: {
    description: 'Letters of any script, spaces, hyphens, apostrophes and dots. Trimmed.',
    example: 'Ada',
    ...name,
  },
  lastName: { description: 'As the first name.', example: 'Lovelace', ...name },
  isVerified: { description: 'Whether the address in `email` is proven by its link.', example: true },
  pendingEmail: { description: 'An address that waits for its link to be opened; null when none does.', example: null },
  dateOfBirth: {
    description: 'A day, as a date or as an ISO date-time, of which the first ten characters count. Not in the future.',
    example: '1990-12-10',
  },
  'Profile.dateOfBirth': {
    description: 'A day, as its midnight in UTC; null when it was never given.',
    example: '1990-12-10T00:00:00.000Z',
  },
  countryOfResidency: {
    description: 'Where the person lives. Trimmed.',
    example: 'France',
    minLength: limits.country.min,
    maxLength: limits.country.max,
  },
  gender: { description: 'The empty one reads "prefer not to say".', example: 'female' },
  passion: { description: 'Any text.', example: 'Engines that weave', ...profileText },
  mission: { description: 'Any text.', example: '', ...profileText },
  vocation: { description: 'Any text.', example: '', ...profileText },
  profession: { description: 'Any text.', example: 'Mathematician', ...profileText },
  birthPlace: { description: 'Any text.', example: 'London', ...profileText },
  birthTime: { description: 'Hours and minutes, or empty.', example: '07:30' },

  // Scans.
  _id: {
    description: 'A UUID, in lower case.',
    example: '0b6f1f5c-3a52-4f0e-9d57-2c6a4c1d8e90',
  },
  'results.create._id': {
    description:
      'A UUID made by the client, so that sending the scan twice stores it once. Without one the server makes it.',
    example: '0b6f1f5c-3a52-4f0e-9d57-2c6a4c1d8e90',
    seldom: true,
  },
  'notes.create._id': {
    description:
      'A UUID made by the client, so that sending the note twice stores it once. Without one the server makes it.',
    example: '5d0c4f3e-8b1a-4c6d-a2f7-9e3b1d7c5a48',
    seldom: true,
  },
  'Note._id': { description: 'A UUID, in lower case.', example: '5d0c4f3e-8b1a-4c6d-a2f7-9e3b1d7c5a48' },
  answers: {
    description:
      'Seven whole numbers from 1 to 10, one for each axis, in this order: red, orange, yellow, green, cyan, blue, purple.',
    example: [4, 6, 9, 8, 5, 7, 9],
  },
  scoring: {
    description: 'The sum of 2 × answer − 10 over the seven answers, from −56 to 70. Computed by the server.',
    example: 26,
  },
  'sent scoring': {
    description: 'Ignored: the server computes the score. A scan is never refused for it.',
    example: 26,
    seldom: true,
  },
  duration: { description: 'Seconds from the first question to the end; null when it is not known.', example: 60 },
  'sent duration': {
    description: `Seconds from the first question to the end, at least 0; rounded, and at most ${limits.durationMaxS.toLocaleString('en')}.`,
    example: 60,
  },
  createdAt: { description: 'When it was made: a moment in UTC.', example: '2026-11-02T08:15:00.000Z' },
  'results.create.createdAt': {
    description:
      'When the scan was taken: a moment with its zone, from 2000 on. More than five minutes ahead of the server reads as now; without one it is now.',
    example: '2026-11-02T08:15:00.000Z',
    seldom: true,
  },
  'sent createdAt': {
    description: 'When a new note was written: a moment with its zone, from 2000 on. A stored note keeps its own.',
    example: '2026-11-02T08:20:00.000Z',
    seldom: true,
  },
  result: { description: 'The scan as it is stored.', example: undefined },
  source: { description: 'Which screen asks; it is counted as opened.', example: 'history' },
  isUserAuthenticated: { description: 'Ignored: a visit is counted by its token.', example: false },

  // Notes.
  note: { description: 'The note as it is stored.', example: undefined },
  conflict: { description: 'What stood there and is kept beside it.', example: undefined, seldom: true },
  notes: { description: 'Newest first.', example: undefined },
  title: { description: 'An envelope, or empty.', example: '' },
  text: {
    description: 'An envelope.',
    example: 'fxc8l3n88wRsJ3YwTSlHmePofYQOujCz66DQB2SmhPuh/C1LNp9mQF7PDhvGF5ydWhv7S1751NKm8Q==',
  },
  categoryId: { description: 'The axis that the note is about, or `other`.', example: 'yellow' },
  category: { description: 'Another name for `categoryId`, which wins.', example: 'yellow', seldom: true },
  scanResultId: {
    description: 'The own scan that the note belongs to; null for none.',
    example: '0b6f1f5c-3a52-4f0e-9d57-2c6a4c1d8e90',
  },
  revision: { description: 'Rises with every change of the note.', example: 1 },
  'sent revision': {
    description:
      'The revision that the change is based on. When the stored note has another one, both are kept: see `conflict`. Without it the last write wins.',
    example: 1,
    seldom: true,
  },
  updatedAt: { description: 'When it was last changed: a moment in UTC.', example: '2026-11-02T08:20:00.000Z' },
  hash: {
    description: 'SHA-256, in hexadecimal, of every `id:revision` of the own notes, sorted and joined by commas.',
    example: 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  },
  log: { description: 'Counts the notes as opened.', example: 'true' },

  // The product.
  status: { description: 'It serves.', example: 'ok' },
  version: { description: 'The version of the product.', example: '0.3.0' },

  // The aggregation of an admin.
  userStats: { description: 'What is done with an account, one row a week, oldest first.', example: undefined },
  globalStats: {
    description: 'Sign-ups, and visitors without an account, one row a week, oldest first.',
    example: undefined,
  },
  success: { description: 'Whether the run ended well, or is well under way.', example: true },
  outcome: {
    description:
      '`busy`: another run was under way. `running`: this one goes on, and its end is told by the next answer.',
    example: 'done',
  },
  run: {
    description: 'The run that was begun, or the one that is under way; null when there is none to tell of.',
    example: undefined,
  },
  'Run.id': { description: 'A UUID.', example: '9f3c2b1a-6d5e-4f80-8a7b-0c1d2e3f4a5b' },
  'Run.trigger': { description: 'What began it: the button, the command line, or the time of day.', example: 'button' },
  'Run.startedAt': { description: 'When it began: a moment in UTC.', example: '2026-11-02T08:15:00.000Z' },
  'Run.finishedAt': { description: 'When it ended; null while it runs.', example: '2026-11-02T08:15:01.400Z' },
  'Run.weeksTotal': { description: 'Weeks that it counts anew.', example: 2 },
  'Run.weeksDone': { description: 'Weeks that it has counted.', example: 2 },
  'Run.outcome': { description: 'How it ended, or that it runs.', example: 'done' },
};

/** Examples of fields that describe themselves. */
export const fieldExamples: Readonly<Record<string, unknown>> = {
  weekStart: '2026-11-02T00:00:00.000Z',
  nbLanding: 412,
  nbSessions: 268,
  avgSessionDuration: 431.5,
  nbQuizStarted: 190,
  nbQuizCompleted: 171,
  avgQuizDuration: 96.2,
  nbNotesCreated: 84,
  nbNotesUpdated: 31,
  nbNotesOpened: 120,
  nbStatsOpened: 77,
  nbHistoryOpened: 93,
  nbSignups: 23,
  isPartial: false,
  by: 'ada',
  durationMs: 1_400,
  rows: 268,
};
