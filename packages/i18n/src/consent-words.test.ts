/** A version of the words of an agreement is these words, in both languages, and no others. */
import { consentPurposes, type ConsentPurpose } from '@nuances/domain/consent/fields';
import { currentConsentVersion } from '@nuances/domain/consent/ledger';
import { locales } from '@nuances/domain/locales';
import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { textsOf } from './testing.ts';

/** The texts that a person reads where they agree. */
const words: Readonly<Record<ConsentPurpose, readonly string[]>> = {
  keep: ['auth.signup.privacy', 'auth.signup.consent'],
  reminder: ['reminder.server', 'reminder.private'],
  usage: ['consent.usage', 'consent.usageMore'],
};

/** What was agreed to by version; nothing of this may change, as people have agreed to it. */
const digests: Readonly<Record<ConsentPurpose, Readonly<Record<string, string>>>> = {
  keep: { '2026-11-20': '2a6067422f8b84e1' },
  reminder: { '2026-11-22': '3e2d60f55b6aeda6' },
  usage: { '2026-11-22': 'ac86eb8b6cde75f9' },
};

const digestOf = (purpose: ConsentPurpose) => {
  const hash = createHash('sha256');
  for (const locale of locales) {
    const texts = textsOf(locale);
    for (const key of words[purpose]) {
      const text = texts.get(key);
      if (text === undefined) throw new Error(`There is no text ${key}`);
      hash.update(`${text}\n`);
    }
  }
  return hash.digest('hex').slice(0, 16);
};

it.each(consentPurposes)('CONSENT-1: other words of "%s" need another version', (purpose) => {
  expect(digestOf(purpose)).toBe(digests[purpose][currentConsentVersion(purpose)]);
});
