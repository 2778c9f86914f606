import { importNoteKey, openText, sealText } from '@nuances/crypto/note-envelope';
import { textOfTags } from '@nuances/domain/scan/tags';
import { randomBytes } from 'node:crypto';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { PendingTags } from '../offline/outbox-items.ts';
import { addScan, type FakeServer, newFakeServer, openVaultPage } from '../vault/vault-testing.ts';

let server: FakeServer;
let key: CryptoKey;

beforeEach(async () => {
  vi.restoreAllMocks();
  server = newFakeServer(randomBytes(32).toString('hex'));
  key = await importNoteKey(server.userKey);
});

const textOf = (...tags: string[]) => textOfTags(tags) ?? '';

/** A page that has not heard whether there is a network, and has shown the tags of all scans. */
async function openPage() {
  const page = await openVaultPage(server);
  const [tags, outbox] = await Promise.all([import('./scan-tags.ts'), import('../offline/outbox.ts')]);
  await tags.refreshTags();
  return { ...page, ...tags, ...outbox };
}

/** Another device chooses. @returns the envelope of before */
async function chooseElsewhere(scanId: string, ...tags: string[]): Promise<string | null> {
  const scan = server.scans.get(scanId) ?? expect.unreachable('there is no scan');
  const { tags: before } = scan;
  scan.tags = await sealText(key, textOf(...tags));
  return before;
}

const waiting = (page: Awaited<ReturnType<typeof openPage>>) =>
  page.currentPending().filter((item): item is PendingTags => item.kind === 'tags');

/** The tags that wait for a scan, opened. */
async function waitingWords(page: Awaited<ReturnType<typeof openPage>>): Promise<readonly unknown[]> {
  return Promise.all(
    waiting(page).map(async ({ tags }) => (tags === null ? [] : JSON.parse(await openText(key, tags)))),
  );
}

/** What happens before the page seals anything. */
function beforeSealing(work: () => Promise<unknown>): void {
  const encrypt = crypto.subtle.encrypt.bind(crypto.subtle);
  let done: Promise<unknown> | null = null;
  vi.spyOn(crypto.subtle, 'encrypt').mockImplementation(async (...input) => {
    done ??= work();
    await done;
    return encrypt(...input);
  });
}

/** The list of scans is not answered until the returned function is called. */
function holdScans(): () => void {
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  server.lie = async (procedure, answer) => {
    if (procedure === 'results.own') await held;
    return answer;
  };
  return () => release();
}

describe('what a choice is based on', () => {
  it('is what it was made from: a list that comes meanwhile has what another device has chosen', async () => {
    const scanId = await addScan(server, textOf('friends', 'train'));
    const page = await openPage();
    const before = await chooseElsewhere(scanId, 'friends', 'sleep');
    const release = holdScans();
    const late = page.refreshTags(undefined, { staleTime: 0 });
    await vi.waitFor(() => expect(server.asked.filter((one) => one === 'results.own')).toHaveLength(2));
    beforeSealing(async () => {
      release();
      await late;
    });
    await page.replaceTag('friends', 'family');
    expect(await waitingWords(page)).toEqual([['family', 'train']]);
    expect(waiting(page)).toMatchObject([{ before: [{ tags: before, keyVersion: 1 }] }]);
  });

  it('is the choice on the screen, also where that one is merged meanwhile', async () => {
    const scanId = await addScan(server, textOf('friends'));
    const page = await openPage();
    const before = await chooseElsewhere(scanId, 'friends', 'sleep');
    await page.saveTags(scanId, ['friends', 'tea']);
    const [first] = waiting(page);
    const merged = await sealText(key, textOf('friends', 'tea', 'sleep'));
    beforeSealing(async () => {
      if (first) await page.put({ ...first, tags: merged, before: [{ tags: server.scans.get(scanId)?.tags ?? null }] });
    });
    await page.saveTags(scanId, ['tea']);
    expect(await waitingWords(page)).toEqual([['tea']]);
    expect(waiting(page)).toMatchObject([{ before: [{ tags: before }, { tags: first?.tags }] }]);
  });
});

describe('a lock', () => {
  it('waits for no server that a tag is changed in every scan: also for one that is begun while others still seal', async () => {
    const scanId = await addScan(server, textOf('friends'));
    const page = await openPage();
    vi.stubGlobal('navigator', { onLine: true });
    const release = holdScans();
    const { onLock } = await import('../keys/lock-listeners.ts');
    const words: unknown[] = [];
    onLock({
      async seal() {
        await page.replaceTag('friends', 'family');
        words.push(...(await waitingWords(page)));
        return false;
      },
    });
    await page.sealTyped();
    page.dropKeys();
    expect(words).toEqual([['family']]);
    release();

    // Once it is open again, the server is asked first.
    await page.refreshTags();
    await chooseElsewhere(scanId, 'family', 'sleep');
    const asked = server.asked.filter((one) => one === 'results.own').length;
    await page.replaceTag('family', 'home');
    expect(server.asked.filter((one) => one === 'results.own').length).toBeGreaterThan(asked);
  });

  it('that comes while a tag is erased gets no receipt that names it', async () => {
    await addScan(server, textOf('friends', 'train'));
    const page = await openPage();
    vi.stubGlobal('navigator', { onLine: true });
    expect(await page.eraseTag('train')).toBe(1);
    await page.refreshTags();
    const release = holdScans();
    const erasing = page.eraseTag('friends');
    await page.sealTyped();
    expect(await waitingWords(page)).toEqual([[]]);
    page.dropKeys();
    release();
    expect(await erasing).toBeNull();
  });
});

it('a list that the end of the session cancels is not asked for again', async () => {
  const page = await openPage();
  const { clearSession } = await import('../session/session-store.ts');
  const release = holdScans();
  const late = page.refreshTags(undefined, { staleTime: 0 });
  const asked = () => server.asked.filter((procedure) => procedure === 'results.own').length;
  await vi.waitFor(() => expect(asked()).toBe(2));
  clearSession();
  release();
  await late;
  expect(asked()).toBe(2);
});
