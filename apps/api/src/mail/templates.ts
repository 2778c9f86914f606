/** All mails, as text and HTML with the same lines from the catalogues. */
import { lifetimes } from '@nuances/domain/limits';
import type { Locale } from '@nuances/domain/locales';
import { translations } from '../translations.ts';
import { formatTime } from './format-time.ts';
import type { OutgoingMail } from './mail.ts';
import { type EmailContent, renderEmail, renderText } from './render-email.ts';

interface Reader {
  readonly to: string;
  readonly locale: Locale;
  readonly username: string;
  /** Base of links, without a slash at the end. */
  readonly appUrl: string;
}

/** A mail with a link that does something. */
interface LinkReader extends Reader {
  readonly token: string;
}

/** Lifetime of a notice, seconds: after a longer outage it is out of date. */
const noticeGoodForS = 7 * 86_400;

const hoursOf = (seconds: number) => String(seconds / 3_600);
const minutesOf = (seconds: number) => String(seconds / 60);

function mailOf(to: string, goodForS: number, email: EmailContent): OutgoingMail {
  return { to, subject: email.subject, text: renderText(email), html: renderEmail(email), goodForS };
}

/** A mail that verifies an address, with a second link for its owner who does not know the account. */
interface VerifyReader extends LinkReader {
  readonly disownToken: string;
}

function confirmMail(words: 'verify' | 'verifyNew', reader: VerifyReader): OutgoingMail {
  const { to, locale, username, token, disownToken, appUrl } = reader;
  const { greeting, disown, [words]: confirm } = translations[locale].mail;
  const hours = hoursOf(lifetimes.verifyLinkS);
  const link = `${appUrl}/auth/verify/${token}`;
  const second = {
    text: disown({ username, hours: hoursOf(lifetimes.disownLinkS) }),
    link: `${appUrl}/auth/unknown-account/${disownToken}`,
  };
  return mailOf(to, lifetimes.verifyLinkS, {
    locale,
    subject: confirm.subject({ username }),
    preheader: confirm.preheader({ hours }),
    greeting: greeting({ username }),
    paragraphs: [confirm.body[1]()],
    action: { button: confirm.button(), link },
    after: confirm.after({ hours }),
    second,
  });
}

/** Asks the owner of an address to confirm it. */
export const verifyMail = (reader: VerifyReader) => confirmMail('verify', reader);

/** Asks the owner of an address to confirm that it replaces the one of an account. */
export const verifyNewMail = (reader: VerifyReader) => confirmMail('verifyNew', reader);

/** Lets the owner of an account choose a new password. */
export function resetMail({ to, locale, username, token, appUrl }: LinkReader): OutgoingMail {
  const { greeting, reset } = translations[locale].mail;
  const minutes = minutesOf(lifetimes.resetLinkS);
  const link = `${appUrl}/auth/resetpassword/${token}`;
  return mailOf(to, lifetimes.resetLinkS, {
    locale,
    subject: reset.subject({ username }),
    preheader: reset.preheader({ minutes }),
    greeting: greeting({ username }),
    paragraphs: [reset.body[1]()],
    action: { button: reset.button(), link },
    after: reset.after({ minutes }),
  });
}

/** Tells the owner of a verified address that somebody signed up with it; names no account. */
export function alreadyAccountMail({ to, locale, appUrl: link }: Omit<Reader, 'username'>): OutgoingMail {
  const { greetingPlain, alreadyAccount } = translations[locale].mail;
  return mailOf(to, noticeGoodForS, {
    locale,
    subject: alreadyAccount.subject(),
    preheader: alreadyAccount.preheader(),
    greeting: greetingPlain(),
    paragraphs: [alreadyAccount.body[1]()],
    action: { button: alreadyAccount.button(), link },
    after: alreadyAccount.after(),
  });
}

/**
 * Tells the owner of an account that its password changed, and which sessions are over: a reset ends
 * them all, a change in Config leaves the one that made it. The link opens the form that mails a way
 * to a new password: a person who did not make the change does not know the new password.
 */
export function passwordChangedMail(
  reader: Reader & { readonly at: Date; readonly ended: 'all' | 'others' },
): OutgoingMail {
  const { to, locale, username } = reader;
  const { greeting, passwordChanged, passwordChangedHere } = translations[locale].mail;
  const { body } = reader.ended === 'all' ? passwordChanged : passwordChangedHere;
  const when = formatTime(reader.at, locale);
  const link = `${reader.appUrl}/auth/forgot`;
  return mailOf(to, noticeGoodForS, {
    locale,
    subject: passwordChanged.subject(),
    preheader: passwordChanged.preheader(when),
    greeting: greeting({ username }),
    paragraphs: [body[1](when), passwordChanged.body[2]()],
    action: { button: passwordChanged.button(), link },
  });
}

/** A notice about another address, with the link that restores the one it is sent to. */
type EmailChangeReader = LinkReader & { readonly at: Date; readonly newEmail: string };

function restoreMail(words: 'emailChange' | 'emailChanged', reader: EmailChangeReader): OutgoingMail {
  const { to, locale, username, newEmail } = reader;
  const { greeting, [words]: notice } = translations[locale].mail;
  const when = formatTime(reader.at, locale);
  const hours = hoursOf(lifetimes.restoreLinkS);
  const link = `${reader.appUrl}/auth/restore-email/${reader.token}`;
  return mailOf(to, lifetimes.restoreLinkS, {
    locale,
    subject: notice.subject({ username }),
    preheader: notice.preheader(),
    greeting: greeting({ username }),
    paragraphs: [notice.body[1]({ newEmail, ...when }), notice.body[2]()],
    action: { button: notice.button(), link },
    after: notice.after({ hours }),
  });
}

/** Tells the owner of a proven address that another one is to replace it, with the link that takes that back. */
export const emailChangeMail = (reader: EmailChangeReader) => restoreMail('emailChange', reader);

/** Tells the owner of a replaced address that the change is complete, with a link that takes it back from now on. */
export const emailChangedMail = (reader: EmailChangeReader) => restoreMail('emailChanged', reader);

/** Tells the owner of an account, once, that the link that would have proven their address ran out. */
export function linkExpiredMail(reader: Reader & { readonly sentAt: Date }): OutgoingMail {
  const { to, locale, username } = reader;
  const { greeting, linkExpired } = translations[locale].mail;
  const { date } = formatTime(reader.sentAt, locale);
  const link = `${reader.appUrl}/profile`;
  return mailOf(to, noticeGoodForS, {
    locale,
    subject: linkExpired.subject(),
    preheader: linkExpired.preheader(),
    greeting: greeting({ username }),
    paragraphs: [linkExpired.body[1]({ date }), linkExpired.body[2]()],
    action: { button: linkExpired.button(), link },
    after: linkExpired.after(),
  });
}

/** What an account is told of, without a link. */
type Notice = 'tokenMade' | 'roleGiven' | 'sessionsEnded' | 'addressTakenOff';

/** Tells of something that was done with an account. */
export function noticeMail(
  words: Notice,
  { to, locale, username, at }: Omit<Reader, 'appUrl'> & { readonly at: Date },
): OutgoingMail {
  const { greeting, [words]: notice } = translations[locale].mail;
  const when = formatTime(at, locale);
  return mailOf(to, noticeGoodForS, {
    locale,
    subject: notice.subject({ username }),
    preheader: notice.preheader(when),
    greeting: greeting({ username }),
    paragraphs: [notice.body[1]({ username, ...when }), notice.body[2]()],
  });
}

/** A change of what opens an account. */
export type SecurityChange =
  | 'codesOn'
  | 'codesOff'
  | 'codesNew'
  | 'codesEnded'
  | VaultChange
  | {
      readonly passkey: 'passkeyAdded' | 'passkeyRemoved' | 'vaultKeyAdded' | 'vaultKeyRemoved';
      readonly name: string;
    };

export type VaultChange = 'vaultOn' | 'vaultOff' | 'vaultRenewed' | 'vaultAnew' | 'vaultPhrase' | 'vaultCode';

/** A name as a mail may show it, perhaps to somebody else: on one line, and with nothing that becomes a link. */
const plainName = (name: string) => name.replace(/[\s.:/\\@]+/g, ' ').trim();

/** Tells of a change of what opens an account; without a link. */
export function securityMail(
  change: SecurityChange,
  { to, locale, username, at }: Omit<Reader, 'appUrl'> & { readonly at: Date },
): OutgoingMail {
  const { greeting, security } = translations[locale].mail;
  const what =
    typeof change === 'string'
      ? security.what[change]()
      : security.what[change.passkey]({ name: plainName(change.name) });
  return mailOf(to, noticeGoodForS, {
    locale,
    subject: security.subject(),
    preheader: security.preheader(),
    greeting: greeting({ username }),
    paragraphs: [security.text({ username, ...formatTime(at, locale), what }), security.notYou()],
  });
}
