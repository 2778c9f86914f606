import { eventsKeptMonths } from '@nuances/domain/limits';
import { dayOf, isoDay } from '@nuances/domain/local-day';
import { longDay, timeOfDay } from '@nuances/i18n/dates';
import { showToast } from '@nuances/ui/toast';
import { downloadFile } from '../browser/download.ts';
import { currentI18n } from './locale-store.ts';

/** How long a receipt is offered after the erasure of an account, milliseconds: it cannot be had again. */
const offeredMs = 60_000;

/** What was erased, of which account, and when. */
export interface Erased {
  /** A sentence in the language of the page. */
  readonly what: string;
  readonly username: string;
  readonly at: Date;
  /** The account itself: then its events go as well. */
  readonly isAccount?: boolean;
}

/** The receipt as a text for a file. It names no scan and no note. */
function receiptText({ what, username, at, isAccount = false }: Erased): string {
  const { LL, locale } = currentI18n();
  const texts = LL.profile.config.part;
  const lines = [
    `Nuances · ${texts.receiptTitle()}`,
    '',
    texts.receiptAccount({ username }),
    // Always with its year: a receipt is read later.
    texts.receiptWhen({ date: longDay(at, locale, new Date(0)), time: timeOfDay(at, locale) }),
    what,
    '',
    isAccount ? texts.receiptRestAccount() : texts.receiptRest({ months: eventsKeptMonths }),
  ];
  return `${lines.join('\n')}\n`;
}

/** Saves a receipt as a file. */
export function saveReceipt(erased: Erased): void {
  const name = currentI18n().LL.profile.config.part.receiptFile();
  downloadFile(`${name}-${isoDay(dayOf(erased.at.getTime()))}.txt`, receiptText(erased), 'text/plain;charset=utf-8');
}

/** Says that something is erased, and offers the receipt. */
export function offerReceipt(text: string, erased: Erased): void {
  const action = { label: currentI18n().LL.profile.config.part.keepReceipt(), onAction: () => saveReceipt(erased) };
  showToast({ kind: 'success', text, duration: offeredMs, action });
}
