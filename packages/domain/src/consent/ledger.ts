import * as z from 'zod/mini';
import { shapeOf } from '../thing.ts';
import { type ConsentEntry, consentFields, type ConsentPurpose, consentPurposes } from './fields.ts';

/**
 * The versions of the words of each purpose, oldest first, by the day on which they were written. Words that change need
 * a new one: a test of `packages/i18n` knows the words of each.
 */
export const consentVersions = {
  keep: ['2026-11-20'],
  reminder: ['2026-11-22'],
  usage: ['2026-11-22'],
} as const satisfies Readonly<Record<ConsentPurpose, readonly [string, ...string[]]>>;

const versionsOf = (purpose: ConsentPurpose): readonly string[] => consentVersions[purpose];

/** The version of the words that are shown now. */
export function currentConsentVersion(purpose: ConsentPurpose): string {
  return versionsOf(purpose).at(-1) ?? consentVersions[purpose][0];
}

/** Names the current words of all purposes; another text when one of them has a new version. */
export const consentWordsMark: string = consentPurposes.map(currentConsentVersion).join(',');

/** The last entry of a purpose, which decides; null when the person never decided. */
export function lastConsent<Entry extends ConsentEntry>(
  entries: readonly Entry[],
  purpose: ConsentPurpose,
): Entry | null {
  return entries.findLast((entry) => entry.purpose === purpose) ?? null;
}

/** Whether an agreement is for the words that are shown now. */
export const isCurrentConsent = ({ purpose, version }: ConsentEntry): boolean =>
  version === currentConsentVersion(purpose);

/**
 * Whether giving an agreement to a version of the words changes the ledger: not when it stands for these words already,
 * or for newer ones, as from a page that was open for long (SPEC.md CONSENT-2).
 */
export function changesConsent(last: ConsentEntry | null, version: string): boolean {
  if (last?.given !== true) return true;
  const versions = versionsOf(last.purpose);
  return versions.indexOf(version) > versions.indexOf(last.version);
}

/** An agreement that a person is asked for. */
export interface OpenConsent {
  readonly purpose: ConsentPurpose;
  /** Whether they agreed to older words. */
  readonly again: boolean;
}

/**
 * What a person has to be asked (SPEC.md CONSENT-3): to keep scans and notes, unless they agreed to the current words;
 * and what they agreed to in older words.
 * @param entries oldest first
 */
export function consentsToAsk(entries: readonly ConsentEntry[]): OpenConsent[] {
  return consentPurposes.flatMap((purpose) => {
    const last = lastConsent(entries, purpose);
    const again = last?.given === true;
    return (again && !isCurrentConsent(last)) || (!again && purpose === 'keep') ? [{ purpose, again }] : [];
  });
}

/** Purposes that are withdrawn by themselves. Without `keep` there is no account: its withdrawal is the erasure. */
export const withdrawablePurposes = ['reminder', 'usage'] as const satisfies readonly ConsentPurpose[];

export type WithdrawablePurpose = (typeof withdrawablePurposes)[number];

/** A version of the words of a purpose, and nothing else. */
export const giveConsentSchema = z
  .object(shapeOf(consentFields, 'sent'))
  .check(z.refine(({ purpose, version }) => versionsOf(purpose).includes(version), { path: ['version'] }));

/** Version of the words that a sign-up was agreed to; without a known one it is the current one. */
export const signupConsentVersionSchema = z.catch(
  z._default(
    z.string().check(z.refine((version) => versionsOf('keep').includes(version))),
    currentConsentVersion('keep'),
  ),
  currentConsentVersion('keep'),
);
