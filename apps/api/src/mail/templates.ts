import { lifetimes } from '@nuances/domain/limits';
import type { Locale } from '@nuances/domain/locales';
import { words } from '../words.ts';
import type { Mail } from './outbox.ts';

interface Letter {
  readonly locale: Locale;
  readonly subject: string;
  readonly preheader: string;
  readonly greeting: string;
  readonly paragraphs: readonly string[];
  readonly button: string;
  readonly link: string;
  readonly after: string;
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escape = (text: string) => text.replace(/[&<>"']/g, (sign) => entities[sign] ?? sign);

/** The product's look in what mail programs understand: a table, inline styles, no image, no font to load. */
function page(letter: Letter): string {
  const { mail } = words[letter.locale];
  const font = "font-family:Optima,Candara,'Segoe UI',system-ui,sans-serif";
  const small = `margin:0 0 12px;font-size:14px;line-height:1.5;color:#5f5566`;
  const link = escape(letter.link);
  const body = [letter.greeting, ...letter.paragraphs]
    .map((text) => `<p style="margin:0 0 16px;font-size:17px;line-height:1.55">${escape(text)}</p>`)
    .join('\n');
  return `<!doctype html>
<html lang="${letter.locale}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escape(letter.subject)}</title></head>
<body style="margin:0;padding:0;background:#fbf3ef">
<div style="display:none;max-height:0;overflow:hidden">${escape(letter.preheader)}</div>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:#fbf3ef;${font};color:#2d2239">
<tr><td align="center" style="padding:40px 20px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:520px;text-align:left">
<tr><td>
<p style="margin:0 0 32px;font-size:22px;letter-spacing:0.02em">${escape(mail.signature())}</p>
${body}
<p style="margin:32px 0"><a href="${link}" style="display:inline-block;padding:14px 28px;border-radius:999px;background:#322543;color:#fbf3ef;font-size:17px;text-decoration:none">${escape(letter.button)}</a></p>
<p style="${small}">${escape(letter.after)}</p>
<p style="${small}">${escape(mail.fallback())}<br><a href="${link}" style="color:#322543;word-break:break-all">${link}</a></p>
<p style="margin:32px 0 0;font-size:13px;line-height:1.5;color:#5f5566">${escape(mail.footer())}</p>
</td></tr></table>
</td></tr></table>
</body>
</html>
`;
}

/** Asks the owner of an address to confirm it. */
export function verifyMail(details: {
  to: string;
  locale: Locale;
  username: string;
  token: string;
  appUrl: string;
}): Mail {
  const { to, locale, username } = details;
  const { mail } = words[locale];
  const hours = String(lifetimes.verifyLinkS / 3_600);
  const link = `${details.appUrl}/auth/verify/${details.token}`;
  const subject = mail.verify.subject();
  return {
    to,
    subject,
    text: mail.verify.plain({ username, hours, link }),
    html: page({
      locale,
      subject,
      preheader: mail.verify.preheader({ hours }),
      greeting: mail.greeting({ username }),
      paragraphs: [mail.verify.body[1]()],
      button: mail.verify.button(),
      link,
      after: mail.verify.after({ hours }),
    }),
  };
}

/** Tells the owner of a verified address that somebody signed up with it; names no account. */
export function alreadyAccountMail(details: { to: string; locale: Locale; appUrl: string }): Mail {
  const { to, locale, appUrl: link } = details;
  const { mail } = words[locale];
  const subject = mail.alreadyAccount.subject();
  return {
    to,
    subject,
    text: mail.alreadyAccount.plain({ link }),
    html: page({
      locale,
      subject,
      preheader: mail.alreadyAccount.preheader(),
      greeting: mail.greetingPlain(),
      paragraphs: [mail.alreadyAccount.body[1]()],
      button: mail.alreadyAccount.button(),
      link,
      after: mail.alreadyAccount.after(),
    }),
  };
}
