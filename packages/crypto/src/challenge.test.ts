import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { createChallenges } from './challenge.ts';
import { parseMasterKey } from './master-key.ts';

const challenges = createChallenges(parseMasterKey(randomBytes(32).toString('hex')));
const endsAt = Date.UTC(2026, 10, 25);

it('tells when a challenge ends, to who it was issued for', () => {
  const challenge = challenges.issue(['proof', 'ada'], endsAt);
  expect(challenge).toMatch(/^[\w-]{72}$/);
  expect(challenges.endOf(['proof', 'ada'], challenge)).toBe(endsAt);
  for (const bound of [['proof', 'bob'], ['login', 'ada'], ['proof'], ['proof', 'ada', ''], ['proofada']])
    expect(challenges.endOf(bound, challenge)).toBeNull();
  expect(
    createChallenges(parseMasterKey(randomBytes(32).toString('hex'))).endOf(['proof', 'ada'], challenge),
  ).toBeNull();
});

it('refuses one with any changed bit, and any other text', () => {
  const bytes = Buffer.from(challenges.issue([], endsAt), 'base64url');
  for (let bit = 0; bit < bytes.length * 8; bit += 1) {
    const changed = Buffer.from(bytes);
    changed.writeUInt8(changed.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3);
    expect(challenges.endOf([], changed.toString('base64url'))).toBeNull();
  }
  const challenge = bytes.toString('base64url');
  for (const other of ['', 'x', randomBytes(54).toString('base64url'), '\u0000', `${challenge}=`, `.${challenge}`])
    expect(challenges.endOf([], other)).toBeNull();
});

it('never issues the same twice', () => {
  expect(new Set(Array.from({ length: 1_000 }, () => challenges.issue([], endsAt))).size).toBe(1_000);
});
