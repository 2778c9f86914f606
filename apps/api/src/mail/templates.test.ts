import { locales } from '@nuances/domain/locales';
import { expect, it } from 'vitest';
import { alreadyAccountMail, verifyMail } from './templates.ts';

const details = { to: 'a@example.org', username: 'lea_7', token: 't0ken', appUrl: 'https://nuances.example' };

it.each(locales)('mails in %s are whole, need nothing from outside, and speak one language', (locale) => {
  for (const mail of [verifyMail({ ...details, locale }), alreadyAccountMail({ ...details, locale })]) {
    expect(mail.text).not.toMatch(/[{}]/);
    expect(mail.html).not.toMatch(/\{\w*\}|<img|<link|<script|url\(/);
    expect(mail.html.match(/https?:\/\/[^"<]+/g)?.every((url) => url.startsWith(details.appUrl))).toBe(true);
    expect(mail.text.includes('Bonjour')).toBe(locale === 'fr');
    expect(mail.html.includes('Bonjour')).toBe(locale === 'fr');
  }
});

it('puts nothing into the page that could be markup', () => {
  const { html } = verifyMail({ ...details, locale: 'en', username: '<b onclick="x">' });
  expect(html).toContain('&lt;b onclick=&quot;x&quot;&gt;');
});
