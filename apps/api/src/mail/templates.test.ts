import { lifetimes } from '@nuances/domain/limits';
import { locales } from '@nuances/domain/locales';
import { describe, expect, it } from 'vitest';
import { formatTime } from './format-time.ts';
import {
  alreadyAccountMail,
  emailChangeMail,
  emailChangedMail,
  linkExpiredMail,
  noticeMail,
  passwordChangedMail,
  resetMail,
  securityMail,
  verifyMail,
  verifyNewMail,
} from './templates.ts';

const at = new Date('2026-11-01T14:05:00.000Z');
const details = {
  to: 'a@example.org',
  username: 'lea_7',
  token: 't0ken',
  disownToken: 'n0t-mine',
  appUrl: 'https://nuances.example',
};
const change = { at, newEmail: 'b@example.org' };

const all = {
  verify: verifyMail,
  verifyNew: verifyNewMail,
  reset: resetMail,
  alreadyAccount: alreadyAccountMail,
  passwordReset: (reader: Parameters<typeof verifyMail>[0]) => passwordChangedMail({ ...reader, at, ended: 'all' }),
  passwordChanged: (reader: Parameters<typeof verifyMail>[0]) =>
    passwordChangedMail({ ...reader, at, ended: 'others' }),
  emailChange: (reader: Parameters<typeof verifyMail>[0]) => emailChangeMail({ ...reader, ...change }),
  emailChanged: (reader: Parameters<typeof verifyMail>[0]) => emailChangedMail({ ...reader, ...change }),
  linkExpired: (reader: Parameters<typeof verifyMail>[0]) => linkExpiredMail({ ...reader, sentAt: at }),
};
const named = Object.entries(all);
const notices = ['tokenMade', 'roleGiven', 'sessionsEnded', 'addressTakenOff'] as const;

const securityChanges = ['codesOn', 'codesOff', 'codesNew', 'codesEnded'] as const;

/** The visible text of the HTML. */
const wordsOf = (html: string) =>
  html
    .replace(/<(style|head)[\s\S]*?<\/\1>/g, ' ')
    .replace(/<[^>]+>/g, ' ')
    .replaceAll('&#39;', "'");

describe.each(locales)('in %s', (locale) => {
  it.each(named)('%s is complete, loads no resources, and is in one language', (_name, write) => {
    const mail = write({ ...details, locale });
    expect(mail.text).not.toMatch(/[{}]/);
    expect(mail.subject).not.toBe('');
    expect(wordsOf(mail.html)).not.toMatch(/[{}]/);
    expect(mail.html).not.toMatch(/<img|<link|<script|url\(|@import|@font-face|undefined/);
    const urls = mail.html.match(/https?:\/\/[^"<]+/g) ?? [];
    expect(urls.length).toBeGreaterThan(1);
    expect(urls.every((url) => url.startsWith(details.appUrl))).toBe(true);
    expect(new Set(urls)).toEqual(new Set(mail.text.match(/https?:\/\/\S+/g)));
    for (const part of [mail.text, mail.html]) expect(part.includes('Bonjour')).toBe(locale === 'fr');
    expect(mail.html).toContain(`<html lang="${locale}">`);
  });

  it.each(notices)('%s is complete, names the account, and has no link', (words) => {
    const { subject, text, html } = noticeMail(words, { to: details.to, locale, username: details.username, at });
    for (const part of [subject, text, wordsOf(html)]) expect(part).not.toMatch(/[{}]|undefined|https?:/);
    expect(html).not.toMatch(/<a |http/);
    for (const line of text.split('\n').filter((line) => line !== '')) expect(wordsOf(html)).toContain(line);
    expect(text.includes('Bonjour')).toBe(locale === 'fr');
    expect(text).toContain(formatTime(at, locale).time);
  });

  it.each(securityChanges)('the notice of %s is complete, names the account, and has no link', (change) => {
    const { subject, text, html } = securityMail(change, { to: details.to, locale, username: details.username, at });
    for (const part of [subject, text, wordsOf(html)]) expect(part).not.toMatch(/[{}]|undefined|https?:/);
    expect(html).not.toMatch(/<a |http/);
    for (const line of text.split('\n').filter((line) => line !== '')) expect(wordsOf(html)).toContain(line);
    for (const part of [details.username, formatTime(at, locale).time]) expect(text).toContain(part);
  });

  it('every mail with a link that acts names the account, in its subject and its text', () => {
    for (const write of [all.verify, all.verifyNew, all.reset, all.emailChange, all.emailChanged]) {
      const { subject, text } = write({ ...details, locale });
      for (const part of [subject, text]) expect(part).toContain(details.username);
    }
  });

  it('a mail that verifies an address has a second link, for who does not know the account', () => {
    for (const write of [all.verify, all.verifyNew]) {
      const { text, html } = write({ ...details, locale });
      for (const part of [text, html]) expect(part).toContain('https://nuances.example/auth/unknown-account/n0t-mine');
    }
    expect(all.reset({ ...details, locale }).text).not.toContain('unknown-account');
  });

  it.each(named)('%s has the same lines as text and as HTML', (_name, write) => {
    const mail = write({ ...details, locale });
    const page = wordsOf(mail.html);
    for (const line of mail.text.split('\n').filter((text) => text !== '' && !/[:：]$/.test(text)))
      expect(page).toContain(line);
  });

  it.each(named)('%s has the colours of the product, light and dark', (_name, write) => {
    const { html } = write({ ...details, locale });
    for (const colour of ['#fbf3ef', '#2d2239', '#322543']) expect(html).toContain(colour);
    expect(html).toContain('prefers-color-scheme:dark');
    expect(html).toContain('max-width:560px');
    expect(html).toContain('border-radius:999px');
  });

  it('mails with a link expire with it', () => {
    const goodFor = (write: typeof verifyMail) => write({ ...details, locale }).goodForS;
    expect(goodFor(all.verify)).toBe(lifetimes.verifyLinkS);
    expect(goodFor(all.verifyNew)).toBe(lifetimes.verifyLinkS);
    expect(goodFor(all.reset)).toBe(lifetimes.resetLinkS);
    expect(goodFor(all.emailChange)).toBe(lifetimes.restoreLinkS);
  });
});

it('each link opens its page', () => {
  const linkOf = (write: typeof verifyMail) => /https:\S+/.exec(write({ ...details, locale: 'en' }).text)?.[0];
  expect(linkOf(all.verify)).toBe('https://nuances.example/auth/verify/t0ken');
  expect(linkOf(all.verifyNew)).toBe('https://nuances.example/auth/verify/t0ken');
  expect(linkOf(all.reset)).toBe('https://nuances.example/auth/resetpassword/t0ken');
  expect(linkOf(all.emailChange)).toBe('https://nuances.example/auth/restore-email/t0ken');
  expect(linkOf(all.alreadyAccount)).toBe('https://nuances.example');
  expect(linkOf(all.linkExpired)).toBe('https://nuances.example/profile');
  for (const notice of [all.passwordReset, all.passwordChanged])
    expect(linkOf(notice)).toBe('https://nuances.example/auth/forgot');
});

it.each([
  ['en', 'Every session has been closed.', 'Every session has been closed, except the one it was changed in.'],
  ['fr', 'Toutes les sessions ont été fermées.', 'Toutes les sessions ont été fermées, sauf celle où il a été changé.'],
] as const)('a changed password tells which sessions are over, in %s', (locale, afterReset, afterChange) => {
  for (const [write, said, other] of [
    [all.passwordReset, afterReset, afterChange],
    [all.passwordChanged, afterChange, afterReset],
  ] as const) {
    const { text, html } = write({ ...details, locale });
    for (const part of [text, wordsOf(html)]) {
      expect(part).toContain(said);
      expect(part).not.toContain(other);
    }
  }
});

it('a time has the name of its zone', () => {
  expect(formatTime(at, 'en')).toEqual({ date: '1 November 2026', time: '14:05 (Coordinated Universal Time)' });
  expect(formatTime(at, 'fr')).toEqual({
    date: '1er novembre 2026',
    time: '14\u202Fh\u202F05 (temps universel coordonné)',
  });
  expect(formatTime(new Date('2026-12-31T23:59:59.999Z'), 'fr')).toMatchObject({ date: '31 décembre 2026' });
  expect(all.passwordChanged({ ...details, locale: 'en' }).text).toContain(
    'on 1 November 2026 at 14:05 (Coordinated Universal Time).',
  );
});

it('escapes markup in the HTML', () => {
  const { html } = verifyMail({ ...details, locale: 'en', username: '<b onclick="x">' });
  expect(html).toContain('&lt;b onclick=&quot;x&quot;&gt;');
});
