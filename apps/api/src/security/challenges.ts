/** Challenges for passkeys: bound to what they are for, short-lived, and answered once, at whichever instance. */
import { createChallenges } from '@nuances/crypto/challenge';
import { hashToken } from '@nuances/crypto/tokens';
import type { Database } from '@nuances/db/client';
import { usedChallenges } from '@nuances/db/schema';
import { lifetimes } from '@nuances/domain/limits';
import { lte, sql } from 'drizzle-orm';
import type { Services } from '../context.ts';
import { removeInSteps } from '../database/remove-in-steps.ts';
import { secondsFromNow } from '../database/seconds-from-now.ts';

type Parts = Pick<Services, 'db' | 'masterKeys' | 'clock'>;

/** What a challenge is for: a login of anybody, or a new passkey or a proof of one login. */
export type ChallengePurpose =
  | readonly ['login']
  | readonly [kind: 'passkey' | 'proof', userId: string, family: string];

/** A new challenge. Nothing is stored, so that asking for many fills no table. */
export function issueChallenge({ masterKeys, clock }: Omit<Parts, 'db'>, purpose: ChallengePurpose): string {
  return createChallenges(masterKeys.current).issue(purpose, clock.now() + lifetimes.passkeyChallengeS * 1_000);
}

/**
 * Uses a challenge up, also if its answer is refused afterwards.
 * @returns false for one that was used, has ended, or was issued for something else
 */
export async function useChallenge(
  { db, masterKeys, clock }: Parts,
  purpose: ChallengePurpose,
  challenge: string,
): Promise<boolean> {
  const end = createChallenges(masterKeys.current).endOf(purpose, challenge);
  if (end === null || end <= clock.now()) return false;
  const used = await db
    .insert(usedChallenges)
    // Twice its life: the clocks of two instances may differ.
    .values({ challengeHash: hashToken(challenge), expiresAt: secondsFromNow(2 * lifetimes.passkeyChallengeS) })
    .onConflictDoNothing()
    .returning({ challengeHash: usedChallenges.challengeHash });
  return used.length > 0;
}

/** Removes used challenges that have ended. */
export async function removeEndedChallenges(db: Database): Promise<void> {
  const { challengeHash, expiresAt } = usedChallenges;
  await removeInSteps(db, usedChallenges, { key: [challengeHash], where: lte(expiresAt, sql`now()`), by: expiresAt });
}
