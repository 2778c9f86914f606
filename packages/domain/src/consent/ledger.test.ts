import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { type ConsentEntry, consentPurposes } from './fields.ts';
import {
  changesConsent,
  consentsToAsk,
  consentVersions,
  consentWordsMark,
  currentConsentVersion,
  giveConsentSchema,
  isCurrentConsent,
  lastConsent,
} from './ledger.ts';

const [keep, reminder, usage] = consentPurposes;
const given = (purpose: ConsentEntry['purpose'], version = currentConsentVersion(purpose)): ConsentEntry => ({
  purpose,
  given: true,
  version,
});
const withdrawn = (purpose: ConsentEntry['purpose']): ConsentEntry => ({ ...given(purpose), given: false });
/** Older than every version. */
const old = '2000-01-01';

describe('versions of the words', () => {
  it.each(consentPurposes)('CONSENT-1: %s has days in order', (purpose) => {
    const versions: readonly string[] = consentVersions[purpose];
    expect(versions.every((version) => !Number.isNaN(Date.parse(version)))).toBe(true);
    expect([...new Set(versions)].toSorted()).toEqual(versions);
    expect(currentConsentVersion(purpose)).toBe(versions.at(-1));
    expect(consentWordsMark).toContain(currentConsentVersion(purpose));
  });

  it('CONSENT-1: only a version of the same purpose can be agreed to', () => {
    const isKnown = (purpose: string, version: string) => z.safeParse(giveConsentSchema, { purpose, version }).success;
    expect(isKnown('keep', currentConsentVersion('keep'))).toBe(true);
    expect(isKnown('keep', old)).toBe(false);
    expect(isKnown('usage', consentVersions.keep[0])).toBe(false);
    expect(isKnown('everything', currentConsentVersion('keep'))).toBe(false);
  });
});

describe('the ledger', () => {
  it('CONSENT-1: the last entry of a purpose decides', () => {
    const entries = [given(usage), given(keep), withdrawn(usage)];
    expect(lastConsent(entries, usage)).toEqual(withdrawn(usage));
    expect(lastConsent(entries, keep)).toEqual(given(keep));
    expect(lastConsent(entries, reminder)).toBeNull();
    expect(isCurrentConsent(given(keep))).toBe(true);
    expect(isCurrentConsent(given(keep, old))).toBe(false);
  });

  it('CONSENT-2: only another decision, or newer words, change it', () => {
    const current = currentConsentVersion(keep);
    expect(changesConsent(null, current)).toBe(true);
    expect(changesConsent(withdrawn(keep), current)).toBe(true);
    expect(changesConsent(given(keep, old), current)).toBe(true);
    expect(changesConsent(given(keep), current)).toBe(false);
    expect(changesConsent(given(keep), old)).toBe(false);
  });

  it.each([
    ['of a sign-up by a program', [], [{ purpose: keep, again: false }]],
    ['of a sign-up in the app', [given(keep)], []],
    ['with old words', [given(keep, old)], [{ purpose: keep, again: true }]],
    [
      'with other agreements to old words',
      [given(keep), given(reminder, old), given(usage, old)],
      [
        { purpose: reminder, again: true },
        { purpose: usage, again: true },
      ],
    ],
    ['with withdrawals', [given(keep), given(usage, old), withdrawn(usage), withdrawn(reminder)], []],
  ])('CONSENT-3: what is asked of a person %s', (_name, entries, asked) => {
    expect(consentsToAsk(entries)).toEqual(asked);
  });
});

it('CONSENT-4: use is not asked about', () => {
  expect(consentsToAsk([given(keep)])).toEqual([]);
  expect(consentsToAsk([given(keep), withdrawn(usage)])).toEqual([]);
});
