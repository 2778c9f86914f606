import { beforeEach, describe, expect, it } from 'vitest';
import { NuancesError } from './nuances-error.ts';
import { memoryStore, sessionTokens, type Session, type SessionStore } from './session.ts';

const tokenOf = (sub: string, nr: number) => `x.${Buffer.from(JSON.stringify({ sub, nr })).toString('base64url')}.x`;
const pair = (nr: number, sub = 'ada'): Session => ({ accessToken: tokenOf(sub, nr), refreshToken: `r${nr}` });

let store: SessionStore;
/** What was asked for, and how it is answered. */
let asked: string[];
let answers: ((next: Session | null | Error) => void)[];
const refresh = (refreshToken: string) =>
  new Promise<Session | null>((resolve, reject) => {
    asked.push(refreshToken);
    answers.push((next) => (next instanceof Error ? reject(next) : resolve(next)));
  });
/** Answers the refresh under way. */
async function answer(next: Session | null | Error) {
  while (answers.length === 0) await Promise.resolve();
  answers.shift()?.(next);
}

beforeEach(async () => {
  store = memoryStore();
  await store.write(pair(1));
  asked = [];
  answers = [];
});

describe('the tokens of a session', () => {
  it('are renewed once for calls that are refused at the same time', async () => {
    const tokens = sessionTokens(store, refresh);
    const both = Promise.all([tokens.renewed(pair(1).accessToken), tokens.renewed(pair(1).accessToken)]);
    await answer(pair(2));
    expect(await both).toEqual([pair(2).accessToken, pair(2).accessToken]);
    expect(asked).toEqual(['r1']);
    // A call that was sent before, and refused after.
    expect(await tokens.renewed(pair(1).accessToken)).toBe(pair(2).accessToken);
    expect(asked).toEqual(['r1']);
  });

  it('are not those of another account that the product answers', async () => {
    const renewed = sessionTokens(store, refresh).renewed(pair(1).accessToken);
    const refused = expect(renewed).rejects.toMatchObject({ code: 'sessionMissing' });
    await answer(pair(2, 'eve'));
    await refused;
    expect(await store.read()).toEqual(pair(1));
  });

  it('are stored before they are used', async () => {
    const written: unknown[] = [];
    let isUsed = false;
    const slow: SessionStore = {
      read: () => store.read(),
      async write(session) {
        expect(isUsed).toBe(false);
        await store.write(session);
        written.push(session);
      },
    };
    const renewed = sessionTokens(slow, refresh).renewed(pair(1).accessToken);
    await answer(pair(2));
    await renewed;
    isUsed = true;
    expect(written).toEqual([pair(2)]);
  });

  it('are those that another process has stored meanwhile', async () => {
    const [one, other] = [sessionTokens(store, refresh), sessionTokens(store, refresh)];
    const first = one.renewed(pair(1).accessToken);
    await answer(pair(2));
    await first;
    expect(await other.renewed(pair(1).accessToken)).toBe(pair(2).accessToken);
    expect(asked).toEqual(['r1']);
  });

  it('end when the product refuses them, and stay without an answer', async () => {
    const tokens = sessionTokens(store, refresh);
    const silent = tokens.renewed(pair(1).accessToken);
    silent.catch(() => undefined);
    await answer(new NuancesError('network', 'No answer'));
    await expect(silent).rejects.toThrow('No answer');
    expect(await store.read()).toEqual(pair(1));

    const refused = tokens.renewed(pair(1).accessToken);
    await answer(null);
    expect(await refused).toBeNull();
    expect(await store.read()).toBeNull();
    expect(asked).toEqual(['r1', 'r1']);
  });

  it('do not come back after a logout during the refresh', async () => {
    const renewed = sessionTokens(store, refresh).renewed(pair(1).accessToken);
    while (asked.length === 0) await Promise.resolve();
    await store.write(null);
    await answer(pair(2));
    expect(await renewed).toBeNull();
    expect(await store.read()).toBeNull();
  });

  it('of one account are never replaced by those of another', async () => {
    const tokens = sessionTokens(store, refresh);
    const renewed = tokens.renewed(pair(1).accessToken);
    renewed.catch(() => undefined);
    while (asked.length === 0) await Promise.resolve();
    await store.write(pair(7, 'eve'));
    await answer(pair(2));
    await expect(renewed).rejects.toThrow('Another account');
    expect(await store.read()).toEqual(pair(7, 'eve'));
    await expect(tokens.renewed(pair(1).accessToken)).rejects.toThrow('Another account');
  });

  it('are kept when a refusal comes after a login of the same person', async () => {
    const renewed = sessionTokens(store, refresh).renewed(pair(1).accessToken);
    while (asked.length === 0) await Promise.resolve();
    await store.write(pair(5));
    await answer(null);
    expect(await renewed).toBe(pair(5).accessToken);
    expect(await store.read()).toEqual(pair(5));
  });
});
