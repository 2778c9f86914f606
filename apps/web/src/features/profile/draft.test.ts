import { randomBytes } from 'node:crypto';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { stubBrowser, tokenOf } from '../../browser/page-testing.ts';
import { stubServer } from '../../browser/server-testing.ts';
import { profileDraftKeyOf as clearTextKey } from '../../browser/view-keys.ts';
import { newPage } from '../../new-page-testing.ts';

let kept: Map<string, string>;
let userKey: string;

/** A page on which one account is logged in; drafts of this page live in its memory, for Node has no device database. */
async function openPage(userId: string) {
  kept.set('token', tokenOf(userId)).set('refreshToken', 'r');
  const session = await newPage();
  const [draft, sealed] = await Promise.all([import('./draft.ts'), import('../../note-store/sealed-drafts.ts')]);
  const type = async (changes: Parameters<(typeof opened)['writer']['later']>[0]) => {
    const { writer } = await draft.openProfileDraft(userId);
    writer.later(changes);
    await writer.flush();
  };
  const opened = await draft.openProfileDraft(userId);
  const changesOf = async (owner: string) => (await draft.openProfileDraft(owner)).changes;
  return { ...draft, ...sealed, session, opened, type, changesOf };
}

beforeEach(() => {
  userKey = randomBytes(32).toString('hex');
  kept = stubBrowser();
  vi.stubGlobal('isSecureContext', true);
  stubServer(() => ({ userKey }));
});

describe('the draft of a profile', () => {
  test('comes back to the account that typed it, and to no other', async () => {
    const page = await openPage('a');
    await page.type({ passion: 'Old maps', gender: 'female' });
    expect(await page.changesOf('a')).toEqual({ passion: 'Old maps', gender: 'female' });
    expect(await page.changesOf('b')).toEqual({});
  });

  test('goes at once when it was saved, so that a page that is left then does not bring it back', async () => {
    const page = await openPage('a');
    await page.type({ email: 'new@example.org' });
    const { writer } = await page.openProfileDraft('a');
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    writer.later(null);
    // What waits for a moment to pass is a timer; the page may be gone before it.
    expect(vi.getTimerCount()).toBe(0);
    vi.useRealTimers();
    await writer.flush();
    expect(await page.storedDrafts()).toEqual([]);
  });

  test('is nowhere in clear text', async () => {
    const page = await openPage('a');
    await page.type({ passion: 'Old maps' });
    const drafts = await page.storedDrafts();
    expect(drafts).toHaveLength(1);
    const everything = JSON.stringify([drafts, [...kept]]);
    expect(everything).not.toMatch(/Old maps|passion/);
    // Control: the search finds what was kept in clear text.
    kept.set(clearTextKey('a'), '{"passion":"Old maps"}');
    expect(JSON.stringify([drafts, [...kept]])).toMatch(/Old maps/);
  });

  test('another key does not open it', async () => {
    const page = await openPage('a');
    await page.type({ passion: 'Old maps' });
    const { importNoteKey, sealText } = await import('@nuances/crypto/note-envelope');
    const draft = (await page.storedDrafts())[0] ?? expect.unreachable();
    const own = await importNoteKey(userKey);
    const other = await importNoteKey(randomBytes(32).toString('hex'));
    expect(await page.decryptDraft(own, draft)).toEqual({ passion: 'Old maps' });
    const elsewhere = { ...draft, id: 'elsewhere', sealed: await sealText(other, '{"passion":"Old maps"}') };
    expect(await page.decryptDraft(own, elsewhere)).toBeNull();
    expect(await page.decryptDraft(other, elsewhere)).toEqual({ passion: 'Old maps' });
  });

  test('goes when nothing is left to save, and a late write does not bring it back', async () => {
    const page = await openPage('a');
    await page.type({ passion: 'Old maps' });
    await page.type(null);
    expect(await page.storedDrafts()).toEqual([]);
    const { writer } = await page.openProfileDraft('a');
    writer.later({ passion: 'Late' });
    void writer.flush();
    await Promise.resolve();
    await page.deleteDraftsOf('a');
    expect(await page.storedDrafts()).toEqual([]);
  });

  test('a clear text of an earlier version is sealed once and removed', async () => {
    kept.set(clearTextKey('a'), '{"passion":"Old maps","gender":"x","username":"z","mission":3}');
    kept.set(clearTextKey('b'), '{"passion":"of another account"}');
    const page = await openPage('a');
    expect(page.opened.changes).toEqual({ passion: 'Old maps', gender: '' });
    expect(kept.has(clearTextKey('a'))).toBe(false);
    expect(kept.has(clearTextKey('b'))).toBe(true);
    expect(await page.storedDrafts()).toHaveLength(1);
    expect(await page.changesOf('a')).toEqual({ passion: 'Old maps', gender: '' });
  });

  test.each(['', 'null', '[]', '{', '"x"', '{"username":"x","passion":3}'])(
    'clear text %j holds nothing',
    async (text) => {
      kept.set(clearTextKey('a'), text);
      const page = await openPage('a');
      expect(page.opened.changes).toEqual({});
      expect(kept.has(clearTextKey('a'))).toBe(false);
      expect(await page.storedDrafts()).toEqual([]);
    },
  );

  test('without the key nothing is written, and an earlier clear text waits', async () => {
    stubServer(() => {
      throw new TypeError('fetch failed');
    });
    kept.set(clearTextKey('a'), '{"passion":"Old maps"}');
    const page = await openPage('a');
    expect(page.opened.changes).toEqual({ passion: 'Old maps' });
    await page.type({ passion: 'New maps' });
    expect(await page.storedDrafts()).toEqual([]);
    expect(kept.get(clearTextKey('a'))).toBe('{"passion":"Old maps"}');
  });
});
