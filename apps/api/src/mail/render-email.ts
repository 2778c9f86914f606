import { escapeHtml } from '@nuances/i18n/escape-html';
import type { Locale } from '@nuances/domain/locales';
import { translations } from '../translations.ts';

/** The parts of a mail, in the order they are read. */
export interface EmailContent {
  readonly locale: Locale;
  readonly subject: string;
  /** Preview text in a list of mails. */
  readonly preheader: string;
  readonly greeting: string;
  readonly paragraphs: readonly string[];
  /** A notice that asks for nothing has none. */
  readonly action?: { readonly button: string; readonly link: string };
  /** Small print below the button. */
  readonly after?: string;
  /** Another link, in small print. */
  readonly second?: { readonly text: string; readonly link: string };
}

const font = "font-family:system-ui,-apple-system,'Segoe UI',Roboto,'Helvetica Neue',sans-serif";

/** Mail programs without style sheets use the light colours of the style attributes. */
const darkStyle = `:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){
.page{background:#171220 !important;color:#f2ece4 !important}
.quiet{color:#c4bac6 !important}
.action{background:#f2e4d1 !important;color:#1c1529 !important}
.link{color:#f2e4d1 !important}
}`;

/** The text of a mail, with the same lines as its HTML. */
export function renderText({ locale, greeting, paragraphs, action, after, second }: EmailContent): string {
  const { mail } = translations[locale];
  const parts = [
    greeting,
    ...paragraphs,
    action && `${mail.link({ button: action.button })}\n${action.link}`,
    after,
    second && `${second.text}\n${second.link}`,
    `${mail.signature()}\n${mail.footer()}`,
  ];
  return parts.filter((part) => part !== undefined).join('\n\n');
}

/** Renders the HTML of a mail, for mail programs: a table, inline styles, no external resources. */
export function renderEmail(email: EmailContent): string {
  const { mail } = translations[email.locale];
  const body = [email.greeting, ...email.paragraphs]
    .map((text) => `<p style="margin:0 0 16px;font-size:17px;line-height:1.55">${escapeHtml(text)}</p>`)
    .join('\n');
  const quiet = (text: string, style = 'margin:0 0 12px;font-size:14px') =>
    `<p class="quiet" style="${style};line-height:1.5;color:#564c60">${text}</p>`;
  const withAddress = (text: string, url: string) => {
    const link = escapeHtml(url);
    return quiet(
      `${escapeHtml(text)}<br><a class="link" href="${link}" style="color:#322543;word-break:break-all">${link}</a>`,
    );
  };
  const { action, after, second } = email;
  const button =
    action &&
    `<p style="margin:32px 0"><a class="action" href="${escapeHtml(action.link)}" style="display:inline-block;padding:14px 28px;border-radius:999px;background:#322543;color:#fdf7f3;font-size:17px;text-decoration:none">${escapeHtml(action.button)}</a></p>`;
  const below = [
    button,
    after !== undefined && quiet(escapeHtml(after)),
    action && withAddress(mail.fallback(), action.link),
    second && withAddress(second.text, second.link),
    quiet(escapeHtml(mail.footer()), 'margin:32px 0 0;font-size:13px'),
  ].filter((part) => typeof part === 'string');
  return `<!doctype html>
<html lang="${email.locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(email.subject)}</title>
<style>
${darkStyle}
</style>
</head>
<body class="page" style="margin:0;padding:0;background:#fbf3ef">
<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(email.preheader)}</div>
<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" style="background:#fbf3ef;${font};color:#2d2239">
<tr><td align="center" style="padding:40px 20px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;text-align:left">
<tr><td>
<p style="margin:0 0 32px;font-size:22px;letter-spacing:0.02em">${escapeHtml(mail.signature())}</p>
${body}
${below.join('\n')}
</td></tr></table>
</td></tr></table>
</body>
</html>
`;
}
