import { importNoteKey, openText, sealText } from '@nuances/crypto/note-envelope';
import { textOfTags } from '@nuances/domain/scan/tags';
import { randomBytes, randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { OutboxItem } from '../offline/outbox-items.ts';
import { contentOf } from '../offline/scan-testing.ts';
import { Refused } from '../browser/server-testing.ts';
import { pinsKey } from '../keys/vault-mark.ts';
import { addNote, addScan, type FakeServer, newFakeServer, openVaultPage, reopenInRenewal } from './vault-testing.ts';

const passphrase = 'lamp river quiet stone amber window';
let server: FakeServer;

beforeEach(() => {
  server = newFakeServer(randomBytes(32).toString('hex'));
});

const said = {
  ...{ source: 'daylio', name: '', scale: 5 },
  entries: [
    {
      at: '2026-04-03T18:30:00.000Z',
      offset: 120,
      moment: 'exact',
      value: 4,
      label: 'calm as a lake',
      words: ['tide'],
    },
  ],
};

function addMoods(): string {
  const _id = randomUUID();
  server.moods.set(_id, { _id, ...said, receivedAt: '2026-11-20T08:00:00.000Z', sealed: null, keyVersion: 1 });
  return _id;
}

/** The texts of the notes as a page with the keys reads them. */
async function readNotes(page: Awaited<ReturnType<typeof openVaultPage>>): Promise<readonly (string | undefined)[]> {
  const { openNoteRow } = await import('@nuances/crypto/vault/rows');
  const vault = page.vaultKeys('u1');
  const keys = { owner: 'u1', versions: vault?.versions ?? new Map(), writes: vault?.writes ?? null, noteKey: null };
  return Promise.all(
    [...server.notes.values()].map(async (row) => (await openNoteRow(keys, { ...row, categoryId: 'red' }))?.text),
  );
}

const finished = (mode: 'vault' | 'server' = 'vault') => vi.waitFor(() => expect(server.keyMode).toBe(mode), 10_000);

async function pageWithVault() {
  const page = await openVaultPage(server);
  await page.turnOn(await page.draftVault(), passphrase);
  await finished();
  await vi.waitFor(() => expect(page.vaultState().mode).toBe('vault'));
  return page;
}

describe('turning on', () => {
  it('moves everything under a key that the server never sees', async () => {
    await addNote(server, 'low tide');
    await addScan(server, textOfTags(['sea']));
    const moods = addMoods();
    const page = await openVaultPage(server);
    const draft = await page.draftVault();
    const keyHex = Buffer.from(draft.accountKey).toString('hex');
    const keyBase64 = Buffer.from(draft.accountKey).toString('base64');
    expect(await page.turnOn(draft, passphrase)).toBe('begun');
    await finished();
    expect(server.userKey).toBe('');
    const [note] = server.notes.values();
    expect(note).toMatchObject({ title: '', text: '', categoryId: null, revision: 3, keyVersion: 2 });
    const [scan] = server.scans.values();
    expect(scan).toMatchObject({ answers: null, scoring: null, keyVersion: 2 });
    expect(scan?.tags).toMatch(/^v2\./);
    expect(server.moods.get(moods)).toEqual({
      ...{ _id: moods, receivedAt: '2026-11-20T08:00:00.000Z', keyVersion: 2 },
      sealed: expect.stringMatching(/^v2\./),
    });
    expect(server.profileSealed).toMatch(/^v2\./);
    expect(await readNotes(page)).toEqual(['low tide']);
    const sent = server.sent.join('\n');
    for (const secret of [
      keyHex,
      keyBase64,
      passphrase,
      draft.recoveryCode,
      'low tide',
      'Quillfeather',
      'calm as a lake',
    ])
      expect(sent).not.toContain(secret);
    await vi.waitFor(() => expect(page.vaultState()).toMatchObject({ mode: 'vault', isOpen: true, keyVersion: 2 }));
    expect(page.vaultState().fingerprint).toHaveLength(8);
    expect([...draft.accountKey].every((byte) => byte === 0)).toBe(true);
  });

  it('counts a profile that was changed meanwhile only once it is stored, and asks again at once', async () => {
    const page = await openVaultPage(server);
    let isChanged = false;
    const done: unknown[] = [];
    server.before = (procedure) => {
      if (procedure === 'vault.finish') done.push(page.vaultState().progress?.parts.profile.done);
    };
    server.lie = (procedure, answer) => {
      if (procedure !== 'vault.put' || isChanged) return answer;
      isChanged = true;
      Object.assign(server, { profileSealed: null, profileKeyVersion: 1 });
      return Object.assign({}, answer, { profile: { isSaved: false } });
    };
    await page.turnOn(await page.draftVault(), passphrase);
    await finished();
    expect(done).toEqual([0, 1]);
    expect(server.profileSealed).toMatch(/^v2\./);
  });

  const kills = (['vault.begin', 'vault.put', 'vault.finish'] as const).flatMap((step) =>
    (['before', 'after'] as const).map((when) => ({ step, when })),
  );
  it.each(kills)('loses nothing when it is killed $when $step, and ends on another device', async ({ step, when }) => {
    const texts = ['one', 'two', 'three'];
    for (const text of texts) await addNote(server, text);
    await addScan(server);
    const page = await openVaultPage(server);
    const kill = (procedure: string) => {
      if (procedure !== step) return;
      server.isSilent = true;
      throw new TypeError('killed');
    };
    if (when === 'before') server.before = kill;
    else
      server.lie = (procedure, answer) => {
        kill(procedure);
        return answer;
      };
    await page.turnOn(await page.draftVault(), passphrase).catch(() => undefined);
    await vi.waitFor(() => expect(server.isSilent).toBe(true));
    Object.assign(server, { isSilent: false, before: () => undefined, lie: (_: string, answer: unknown) => answer });

    const other = await openVaultPage(server);
    await other.startVault('u1');
    if (step === 'vault.begin' && when === 'before') {
      expect(other.vaultState()).toMatchObject({ mode: 'none', isOpen: true });
      return;
    }
    expect(other.vaultState().isOpen).toBe(false);
    expect(await other.openByPassphrase(passphrase)).toBe('open');
    await finished();
    expect((await readNotes(other)).toSorted()).toEqual(texts.toSorted());
  });

  it('may have begun although the server lost its database: the keys stay', async () => {
    await addNote(server, 'low tide');
    const page = await openVaultPage(server);
    const honest = server.lie;
    server.lie = (procedure, answer) => {
      if (procedure !== 'vault.begin') return answer;
      server.lie = honest;
      throw new Refused('unavailable');
    };
    const draft = await page.draftVault();
    await page.turnOn(draft, passphrase).catch(() => undefined);
    await finished();
    await vi.waitFor(() => expect(page.vaultState()).toMatchObject({ mode: 'vault', isOpen: true }));
    expect(await readNotes(page)).toEqual(['low tide']);
    await page.lockNow();
    expect(await page.turnOn(draft, passphrase), 'pressed again: its own key').toBe('begun');
  });

  it('that has no answer keeps what is written until one comes', async () => {
    const page = await openVaultPage(server);
    const [outbox, keys, drafts, { rowSealingOf }, { knownNoteKey }, { askServer }] = await Promise.all([
      import('../offline/outbox.ts'),
      import('../keys/device-key.ts'),
      import('../note-store/sealed-drafts.ts'),
      import('../keys/row-sealing.ts'),
      import('../keys/note-key.ts'),
      import('./follow-state.ts'),
    ]);
    await page.startVault('u1');
    await keys.deviceKeyOf('u1');
    const { lie } = server;
    server.lie = (procedure, answer) => {
      if (procedure !== 'vault.begin') return answer;
      server.isSilent = true;
      throw new TypeError('no network');
    };
    await page.turnOn(await page.draftVault(), passphrase).catch(() => undefined);
    await drafts.putDraft(() => keys.knownDeviceKey('u1'), 'u1', 'u1/new/other/', { text: 'half a sentence' });
    const draft = async () => {
      const [kept = expect.unreachable()] = await drafts.storedDrafts();
      return drafts.decryptDraft(await keys.deviceKeyOf('u1'), kept);
    };
    expect(await draft()).toEqual({ text: 'half a sentence' });
    const tags = await (await rowSealingOf('u1')).sealTags('s', ['sea']);
    await outbox.put({
      kind: 'tags',
      id: 't',
      owner: 'u1',
      scanId: 's',
      tags,
      createdAt: '2026-11-20T08:00:00.000Z',
      refusal: null,
    });
    Object.assign(server, { isSilent: false, lie });
    await askServer('u1');
    await finished();
    await vi.waitFor(async () => expect(await knownNoteKey('u1')).toBeNull());
    expect(await draft()).toEqual({ text: 'half a sentence' });
    const [item] = outbox.currentPending();
    if (item?.kind !== 'tags') return expect.unreachable();
    const rows = await rowSealingOf('u1');
    expect(await rows.openTags({ _id: 's', keyVersion: item.keyVersion ?? 1 }, item.tags ?? '')).toEqual(['sea']);
  });

  it('follows the device that was faster', async () => {
    const page = await openVaultPage(server);
    const draft = await page.draftVault();
    server.before = (procedure) => {
      if (procedure !== 'vault.begin' || server.keyMode !== 'server') return;
      Object.assign(server, { keyMode: 'moving', keyTarget: 'vault', keyVersion: 2 });
    };
    expect(await page.turnOn(draft, passphrase)).toBe('elsewhere');
    expect(page.vaultState()).toMatchObject({ mode: 'moving', isOpen: false });
    expect(page.vaultKeys('u1')).toBeNull();
    expect(server.asked).not.toContain('vault.put');
  });

  it('moves a note that its key does not open as it is', async () => {
    const id = await addNote(server, 'x');
    const note = server.notes.get(id);
    if (note) note.text = await sealText(await importNoteKey('ab'.repeat(32)), 'of another key');
    const envelope = note?.text;
    const page = await pageWithVault();
    expect(await readNotes(page)).toEqual([envelope]);
  });
});

describe('opening', () => {
  it('by passphrase and by recovery code, on another device', async () => {
    await addNote(server, 'low tide');
    const first = await openVaultPage(server);
    const draft = await first.draftVault();
    await first.turnOn(draft, passphrase);
    await vi.waitFor(() => expect(first.vaultState().mode).toBe('vault'), 10_000);
    const print = first.vaultState().fingerprint ?? draft.fingerprint;

    const other = await openVaultPage(server);
    await other.startVault('u1');
    expect(other.vaultState()).toMatchObject({ mode: 'vault', isOpen: false, fingerprint: null });
    expect(await other.openByPassphrase('not this one at all')).toBe('wrong');
    expect(await other.openByPassphrase(`  ${passphrase} `)).toBe('wrong');
    expect(await other.openByPassphrase(passphrase)).toBe('open');
    expect(other.vaultState()).toMatchObject({ isOpen: true, compare: 'first', fingerprint: print });
    expect(await readNotes(other)).toEqual(['low tide']);

    const third = await openVaultPage(server);
    await third.startVault('u1');
    expect(await third.openByRecoveryCode(draft.recoveryCode.toLowerCase())).toBe('open');
    expect(await readNotes(third)).toEqual(['low tide']);
  });

  it('needs the network only the first time', async () => {
    const page = await pageWithVault();
    await page.lockNow();
    expect(page.vaultState()).toMatchObject({ isOpen: false, fingerprint: null, wasLocked: true });
    server.isSilent = true;
    expect(await page.openByPassphrase(passphrase)).toBe('open');

    const other = await openVaultPage(server);
    expect(await other.openByPassphrase(passphrase)).toBe('unknownHere');
  });

  it('takes nothing that was derived before a lock', async () => {
    const page = await pageWithVault();
    await page.lockNow();
    const opening = page.openByPassphrase(passphrase);
    page.dropKeys();
    expect(await opening).toBe('stopped');
    expect(page.vaultKeys('u1')).toBeNull();
  });
});

it('takes in a key that has the number of one that is open', async () => {
  const page = await pageWithVault();
  const known = (await page.readDeviceVault('u1')) ?? expect.unreachable();
  const draft = await page.draftVault();
  const other = await page.keysOf(draft.accountKey, 2);
  expect(page.applyKeys({ ...known, opened: [other] }, page.lockCount())).toBe(true);
  expect(page.vaultKeys('u1')?.versions.get(2)).toBe(other.keys);
});

describe('lock', () => {
  it('shows nothing that an answer on its way says after a lock', async () => {
    const page = await pageWithVault();
    const { askServer } = await import('./follow-state.ts');
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    server.lie = async (_procedure, answer) => {
      await held;
      return answer;
    };
    const asking = askServer('u1');
    await vi.waitFor(() => expect(server.asked.at(-1)).toBe('vault.state'));
    await page.lockNow();
    release();
    await asking;
    expect(page.vaultState()).toMatchObject({ isOpen: false, fingerprint: null });
    expect(page.vaultKeys('u1')).toBeNull();
    expect(page.storage.get('nuances.mustLock') ?? null).toBeNull();
    expect((await page.readDeviceVault('u1'))?.opened).toEqual([]);
  });

  it('closes a tab once, however many tabs lock at the same time', async () => {
    const page = await pageWithVault();
    const { onLock } = await import('../keys/lock-listeners.ts');
    let seals = 0;
    onLock({
      seal: async () => {
        seals += 1;
        return false;
      },
    });
    await Promise.all([page.lockThisTab(), page.lockNow(), page.lockThisTab()]);
    expect(seals).toBe(1);
    expect(page.vaultState().isOpen).toBe(false);
  });

  it('closes every tab, though an answer came between the press and the lock', async () => {
    const page = await pageWithVault();
    const { askServer } = await import('./follow-state.ts');
    const { mustLockKey } = await import('../keys/vault-mark.ts');
    const told = vi.spyOn(await import('../offline/tab-channel.ts'), 'postVault');
    // What a press of the button does before the code of the lock is there.
    page.storage.set(mustLockKey, '1');
    await askServer('u1');
    expect(page.vaultState().isOpen).toBe(false);
    await page.lockNow();
    expect(page.vaultKeys('u1')).toBeNull();
    expect(page.vaultState()).toMatchObject({ isOpen: false, wasLocked: true });
    expect(page.storage.has(mustLockKey)).toBe(false);
    expect(told.mock.calls).toEqual([['locking'], ['locked']]);
  });

  it('closes a tab that read of a lock before it was told of it', async () => {
    const page = await pageWithVault();
    const { askServer } = await import('./follow-state.ts');
    const { mustLockKey } = await import('../keys/vault-mark.ts');
    page.storage.set(mustLockKey, '1');
    await askServer('u1');
    await page.lockThisTab();
    expect(page.vaultKeys('u1')).toBeNull();
    expect(page.vaultState()).toMatchObject({ isOpen: false, wasLocked: true });
  });

  it('seals what is typed, then drops keys and opened content', async () => {
    const page = await pageWithVault();
    const { onLock } = await import('../keys/lock-listeners.ts');
    const steps: string[] = [];
    onLock({
      seal: async () => {
        steps.push(page.vaultKeys('u1') ? 'sealed with keys' : 'too late');
        return true;
      },
      drop: () => steps.push(page.vaultKeys('u1') ? 'too early' : 'dropped'),
    });
    await page.lockNow();
    expect(steps).toEqual(['sealed with keys', 'dropped']);
    expect(page.vaultState().sealedDraft).toBe('device');
    expect(await page.knownVaultKeys('u1')).toBeNull();
    expect((await page.readDeviceVault('u1'))?.opened).toEqual([]);
  });

  it('leaves nothing that a later page takes in, when the keys cannot be deleted', async () => {
    const page = await pageWithVault();
    const { mustLockKey } = await import('../keys/vault-mark.ts');
    page.storage.set(mustLockKey, '1');
    page.dropKeys();
    expect(await page.knownVaultKeys('u1')).toBeNull();
    expect((await page.readDeviceVault('u1'))?.opened).toEqual([]);
    expect(await page.openByPassphrase(passphrase)).toBe('open');
    expect(page.storage.has(mustLockKey)).toBe(false);
  });

  it('comes when it is due, also after the clock was set back', async () => {
    const page = await pageWithVault();
    const { isLockDue } = await import('./auto-lock.ts');
    const { lastUseKey } = await import('../keys/vault-mark.ts');
    const start = Date.now();
    const clock = vi.spyOn(Date, 'now');
    page.storage.set(lastUseKey, String(start));
    clock.mockReturnValue(start - 3_600_000);
    expect(isLockDue()).toBe(false);
    clock.mockReturnValue(start - 3_600_000 + 15 * 60_000);
    expect(isLockDue()).toBe(true);
    clock.mockRestore();
  });

  it('is due after a crash of a page that locks when hidden, and not while one is in sight', async () => {
    const page = await pageWithVault();
    const { isLockDue, watchUse } = await import('./auto-lock.ts');
    const { lockKey } = await import('../keys/vault-mark.ts');
    page.storage.set(lockKey, 'hidden');
    vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const stop = watchUse();
    await vi.advanceTimersByTimeAsync(10 * 60_000);
    expect(isLockDue()).toBe(false);
    stop();
    await vi.advanceTimersByTimeAsync(2 * 60_000);
    expect(isLockDue()).toBe(true);
  });

  it('reaches a tab that slept and heard nothing, with all that it has opened', async () => {
    const page = await pageWithVault();
    await page.startVault('u1');
    const { onLock } = await import('../keys/lock-listeners.ts');
    let isDropped = false;
    onLock({
      drop: () => {
        isDropped = true;
      },
    });
    await page.deleteOpenedKeys();
    document.dispatchEvent(new Event('visibilitychange'));
    await vi.waitFor(() => expect(page.vaultState().isOpen).toBe(false));
    expect(isDropped).toBe(true);
    expect(page.vaultKeys('u1')).toBeNull();
  });

  it('stops a renewal whose passphrase is still being stretched', async () => {
    const page = await pageWithVault();
    const draft = await page.draftVault();
    const { accountKey } = draft;
    const lockedMeanwhile = {
      ...draft,
      get accountKey() {
        page.dropKeys();
        return accountKey;
      },
    };
    await expect(page.renew(lockedMeanwhile, passphrase)).rejects.toThrow('locked');
    expect(server.asked.filter((procedure) => procedure === 'vault.begin')).toHaveLength(1);
  });

  it('is finished by the next page when this one ends before the keys have left the device', async () => {
    const page = await pageWithVault();
    const { onLock } = await import('../keys/lock-listeners.ts');
    const { isLockDue } = await import('./auto-lock.ts');
    const dues: boolean[] = [];
    onLock({
      seal: async () => dues.push(isLockDue()) > 0,
      drop: () => dues.push(isLockDue()),
    });
    await page.lockNow();
    expect(dues).toEqual([true, true]);
    expect(isLockDue()).toBe(false);
  });
});

describe('a server that lies', () => {
  const lieAbout = (change: object) => {
    server.lie = (procedure, answer) => (procedure === 'vault.state' ? Object.assign(Object(answer), change) : answer);
  };

  /** What was asked since then but to read, as the check of the rows does, which a timer begins. */
  const movedSince = (asked: number) =>
    server.asked.slice(asked).filter((procedure) => !/^(?:vault\.state|\w+\.(?:own|all|hash))$/.test(procedure));

  it('says that there is no vault', async () => {
    const page = await pageWithVault();
    const kept = new Map(page.storage);
    lieAbout({ keyMode: 'server', slots: [], keyVersion: 3 });
    const again = await openVaultPage(server, kept);
    await again.startVault('u1');
    expect(again.vaultState()).toMatchObject({ mode: 'vault', isOpen: false, warning: 'mode' });
  });

  it('says that a move to it has begun', async () => {
    const page = await pageWithVault();
    const asked = server.asked.length;
    lieAbout({
      keyMode: 'moving',
      keyTarget: 'server',
      keyVersion: 3,
      left: { notes: 1, scans: 0, moods: 0, profile: 1 },
    });
    page.continueMove('u1');
    await vi.waitFor(() => expect(page.vaultState().warning).toBe('mode'));
    expect(movedSince(asked)).toEqual([]);
    expect(page.vaultState()).toMatchObject({ mode: 'vault', isOpen: true });
  });

  it.each([
    { keyMode: 'server' },
    { keyMode: 'moving', keyTarget: 'server', left: { notes: 1, scans: 0, moods: 0, profile: 1 } },
  ])('says with the slots and the key of the move that this device made: %o', async (lie) => {
    await addNote(server, 'low tide');
    const page = await pageWithVault();
    const asked = server.asked.length;
    lieAbout(lie);
    page.continueMove('u1');
    await vi.waitFor(() => expect(page.vaultState().warning).toBe('mode'));
    expect(page.vaultState()).toMatchObject({ mode: 'vault', isOpen: true });
    expect(await page.pinOf('u1')).not.toBeNull();
    expect(movedSince(asked)).toEqual([]);
  });

  it('says after a renewal that it was begun to the server', async () => {
    await addNote(server, 'low tide');
    const page = await pageWithVault();
    await page.renew(await page.draftVault(), passphrase);
    await vi.waitFor(() => expect(page.vaultState()).toMatchObject({ mode: 'vault', keyVersion: 3 }), 10_000);
    const asked = server.asked.length;
    lieAbout({ keyMode: 'moving', keyTarget: 'server' });
    page.continueMove('u1');
    await vi.waitFor(() => expect(page.vaultState().warning).toBe('mode'));
    expect(movedSince(asked)).toEqual([]);
  });

  it('goes back to a former key', async () => {
    const page = await pageWithVault();
    lieAbout({ keyVersion: 1 });
    page.continueMove('u1');
    await vi.waitFor(() => expect(page.vaultState().warning).toBe('older'));
  });

  it('ends the session: the wrapped keys stay for the next login, the keys go', async () => {
    const page = await pageWithVault();
    const [{ forgetVaults }, { readDeviceVault }] = await Promise.all([
      import('../keys/keyring.ts'),
      import('../keys/device-vault.ts'),
    ]);
    page.session.clearSession();
    await forgetVaults();
    expect(await readDeviceVault('u1')).toMatchObject({ slots: server.slots, opened: [], isLeft: true });
  });

  it('says nothing of the vault at a login after a logout', async () => {
    const page = await pageWithVault();
    const pins = page.storage.get(pinsKey) ?? '';
    const away = await openVaultPage(server, new Map([[pinsKey, pins]]));
    away.session.clearSession();
    const userKey = 'cd'.repeat(32);
    server.lie = (procedure, answer) => {
      const clear = { keyMode: 'server', userKey, slots: [], keyVersion: 2 };
      if (procedure === 'auth.login') return Object.assign(Object(answer), clear, { keyMode: undefined });
      return procedure === 'vault.state' ? Object.assign(Object(answer), clear) : answer;
    };
    const { logIn } = await import('../features/auth/log-in.ts');
    const { knownNoteKey } = await import('../keys/note-key.ts');
    const { hasVault } = await import('../keys/vault-mark.ts');
    await logIn('ada', 'x');
    expect(hasVault('u1')).toBe(true);
    expect(await knownNoteKey('u1')).toBeNull();
    await vi.waitFor(() => expect(away.vaultState()).toMatchObject({ isOpen: false, warning: 'mode' }));
  });

  it('says nothing of a begin: the vault is held to all the same', async () => {
    const page = await openVaultPage(server);
    server.lie = (procedure, answer) => {
      if (procedure === 'vault.begin') throw new TypeError('no answer');
      return answer;
    };
    await page.turnOn(await page.draftVault(), passphrase).catch(() => undefined);
    await finished();
    await vi.waitFor(() => expect(page.vaultState().mode).toBe('vault'));
    expect(await page.pinOf('u1')).toMatchObject({ keyVersion: 2 });
    lieAbout({ keyMode: 'server', keyVersion: 3, slots: [] });
    page.continueMove('u1');
    await vi.waitFor(() => expect(page.vaultState().warning).toBe('mode'));
  });

  it('was restored from before the vault: the person may go on without it', async () => {
    const page = await pageWithVault();
    const away = await openVaultPage(server, new Map(page.storage));
    lieAbout({ keyMode: 'server', keyTarget: null, keyVersion: 1, slots: [] });
    const { hasVault, markVault } = await import('../keys/vault-mark.ts');
    markVault('u1');
    await away.startVault('u1');
    expect(away.vaultState()).toMatchObject({ isOpen: false, warning: 'mode' });
    const { acceptServerMode } = await import('./follow-state.ts');
    await acceptServerMode('u1');
    expect(away.vaultState()).toMatchObject({ mode: 'none', isOpen: true, warning: null });
    expect([hasVault('u1'), await away.pinOf('u1')]).toEqual([false, null]);
  });

  it('was restored from before the vault: what waits on an open device has the key of the server then', async () => {
    const { userKey } = server;
    const page = await pageWithVault();
    const [keys, drafts, { acceptServerMode }] = await Promise.all([
      import('../keys/device-key.ts'),
      import('../note-store/sealed-drafts.ts'),
      import('./follow-state.ts'),
    ]);
    await drafts.putDraft(() => keys.knownDeviceKey('u1'), 'u1', 'u1/new/other/', { text: 'half a sentence' });
    Object.assign(server, { keyMode: 'server', keyVersion: 1, slots: [], since: null, manifest: null, userKey });
    expect(await acceptServerMode('u1')).toBe(true);
    expect(page.vaultState()).toMatchObject({ mode: 'none', warning: null });
    expect(page.vaultKeys('u1')).toBeNull();
    const [draft] = await drafts.storedDrafts();
    expect(await openText(await importNoteKey(userKey), draft?.sealed ?? '')).toContain('half a sentence');
  });

  it('gives a passphrase back that was changed: the device opens by the new one all the same', async () => {
    const page = await pageWithVault();
    const former = server.slots;
    const { changePassphrase } = await import('./slot-changes.ts');
    const next = 'seven new words for the next key';
    expect(await changePassphrase({ kind: 'passphrase', text: passphrase }, next)).toBe('done');
    const changed = server.slots;
    const { askServer } = await import('./follow-state.ts');
    // An answer from before the change that comes after it is no lie.
    let isLate = true;
    server.lie = (procedure, answer) => {
      if (procedure !== 'vault.state' || !isLate) return answer;
      isLate = false;
      return Object.assign(Object(answer), { slots: former });
    };
    expect(await askServer('u1')).toMatchObject({ slots: changed });
    expect(page.vaultState().warning).toBeNull();
    lieAbout({ slots: former });
    await page.lockNow();
    expect(await page.openByPassphrase(passphrase)).toBe('wrong');
    expect(await page.openByPassphrase(next)).toBe('open');
    expect(page.vaultState().warning).toBe('former');
  });

  it('was restored from before a change of the passphrase: the new one goes back, and a lie after that is told again', async () => {
    const page = await pageWithVault();
    const former = server.slots;
    const { changePassphrase, putSlotsBack } = await import('./slot-changes.ts');
    const { askServer } = await import('./follow-state.ts');
    const next = 'seven new words for the next key';
    await changePassphrase({ kind: 'passphrase', text: passphrase }, next);
    const changed = server.slots;
    // Control: a server that lies has nothing to put it on, and gains nothing.
    lieAbout({ slots: former });
    await askServer('u1');
    expect(await putSlotsBack()).toBe(false);
    expect(page.vaultState().warning).toBe('former');

    server.lie = (_procedure, answer) => answer;
    server.slots = former;
    expect(await askServer('u1')).toBeNull();
    expect(page.vaultState().warning).toBe('former');
    expect(await putSlotsBack()).toBe(true);
    expect(page.vaultState().warning).toBeNull();
    const identityOf = ({ id, wrapped }: { readonly id: string; readonly wrapped: string }) => ({ id, wrapped });
    expect(server.slots.map(identityOf)).toEqual(changed.map(identityOf));
    await page.lockNow();
    expect(await page.openByPassphrase(passphrase)).toBe('wrong');
    expect(await page.openByPassphrase(next)).toBe('open');

    lieAbout({ slots: former });
    await askServer('u1');
    expect(page.vaultState().warning).toBe('former');
  });

  it('was restored from before a renewal: a device that logs in anew goes back when the person says so, and no further', async () => {
    const page = await pageWithVault();
    const [keyVersion, former] = [server.keyVersion, server.slots];
    const before = page.vaultState().fingerprint;
    const next = 'seven new words for the next key';
    await page.renew(await page.draftVault(), next);
    await vi.waitFor(
      () => expect(page.vaultState()).toMatchObject({ mode: 'vault', keyVersion: keyVersion + 1 }),
      10_000,
    );
    const { acceptFormerKey } = await import('./follow-state.ts');
    lieAbout({ keyVersion, slots: former });
    // Control: a device with the newer key does not go back.
    await acceptFormerKey('u1');
    expect(page.vaultState()).toMatchObject({ warning: 'older', keyVersion: keyVersion + 1 });
    server.lie = (_procedure, answer) => answer;

    const again = await openVaultPage(server, new Map([[pinsKey, page.storage.get(pinsKey) ?? '']]));
    const follow = await import('./follow-state.ts');
    Object.assign(server, { keyVersion, slots: former, profileKeyVersion: keyVersion });
    await again.startVault('u1');
    expect(again.vaultState()).toMatchObject({ warning: 'older', isOpen: false, slots: [] });
    expect(await again.openByPassphrase(passphrase)).toBe('refused');
    // What is accepted is a former key, and nothing else that is said at that moment.
    lieAbout({ keyMode: 'server', slots: [] });
    await follow.acceptFormerKey('u1');
    expect(again.vaultState()).toMatchObject({ warning: 'mode', mode: 'vault' });
    server.lie = (_procedure, answer) => answer;
    await follow.acceptFormerKey('u1');
    expect(again.vaultState()).toMatchObject({ warning: null, isOpen: false });
    expect(await again.openByPassphrase(next)).toBe('wrong');
    expect(await again.openByPassphrase(passphrase)).toBe('open');
    expect(again.vaultState()).toMatchObject({ compare: 'first', fingerprint: before });

    lieAbout({ keyVersion: keyVersion - 1 });
    await follow.askServer('u1');
    expect(again.vaultState().warning).toBe('older');
    lieAbout({ keyMode: 'server', slots: [] });
    await follow.askServer('u1');
    expect(again.vaultState().warning).toBe('mode');
  });

  it('was restored from before a renewal: a device that has the newer key makes no other one with its number', async () => {
    await addNote(server, 'low tide');
    const page = await pageWithVault();
    const { keyVersion, slots, profileSealed } = server;
    const notes = structuredClone(server.notes);
    await page.renew(await page.draftVault(), passphrase);
    await vi.waitFor(() => expect(page.vaultState()).toMatchObject({ mode: 'vault', keyVersion: 3 }), 10_000);
    const { fingerprint } = page.vaultState();
    Object.assign(server, { keyVersion, slots, notes, profileSealed, profileKeyVersion: keyVersion });
    const begins = server.asked.filter((procedure) => procedure === 'vault.begin').length;
    await expect(page.renew(await page.draftVault(), passphrase)).rejects.toThrow('vaultChanged');
    expect(page.vaultState()).toMatchObject({ warning: 'older', fingerprint });
    expect(server.asked.filter((procedure) => procedure === 'vault.begin')).toHaveLength(begins);
    expect(server).toMatchObject({ keyMode: 'vault', keyVersion, slots });
  });

  it('gives another key with the number of the one that is known: the person may compare the words, and no more', async () => {
    const page = await pageWithVault();
    const pins = new Map([[pinsKey, page.storage.get(pinsKey) ?? '']]);
    const { cost } = (await page.pinOf('u1')) ?? expect.unreachable();
    server = newFakeServer(randomBytes(32).toString('hex'));
    // As after a backup was restored, and another device renewed the key.
    const fingerprint = (await pageWithVault()).vaultState().fingerprint;
    const away = await openVaultPage(server, pins);
    await away.startVault('u1');
    expect(await away.openByPassphrase(passphrase)).toBe('refused');
    expect(away.vaultState()).toMatchObject({ isOpen: false, warning: 'key' });
    await away.compareOtherKey('u1');
    expect(await away.pinOf('u1')).toMatchObject({ keyVersion: 2, print: null, cost });
    lieAbout({ keyMode: 'server', slots: [] });
    await (await import('./follow-state.ts')).askServer('u1');
    expect(away.vaultState().warning).toBe('mode');
    server.lie = (_procedure, answer) => answer;
    expect(await away.openByPassphrase(passphrase)).toBe('open');
    expect(away.vaultState()).toMatchObject({ isOpen: true, compare: 'first', fingerprint, warning: null });
  });

  it('offers weaker parameters of the passphrase', async () => {
    const page = await pageWithVault();
    await page.lockNow();
    server.slots = server.slots.map((slot) => ({ ...slot, parameters: slot.parameters.replace('t=3', 't=1') }));
    expect(await page.openByPassphrase(passphrase)).toBe('refused');
    expect(page.vaultState().warning).toBe('weaker');
  });
});

describe('turning off', () => {
  it('seals nothing with a key of the server from before the vault that is still on the device', async () => {
    await addNote(server, 'low tide');
    const page = await openVaultPage(server);
    const { noteKeyOf, storeNoteKey } = await import('../keys/note-key.ts');
    const former = server.userKey;
    await noteKeyOf('u1');
    await page.turnOn(await page.draftVault(), passphrase);
    await vi.waitFor(() => expect(page.vaultState().mode).toBe('vault'), 10_000);
    // As on a device that opened the vault and had the key before.
    await storeNoteKey('u1', former);
    await page.turnOff();
    await finished('server');
    const [note] = server.notes.values();
    expect(await openText(await importNoteKey(server.userKey), note?.text ?? '')).toBe('low tide');
  });

  it('gives everything back under a new key of the server, and other devices follow', async () => {
    await addNote(server, 'low tide');
    await addScan(server, textOfTags(['sea']));
    const moods = addMoods();
    const page = await pageWithVault();
    const other = new Map(page.storage);
    expect(await page.turnOff()).toBe('begun');
    await finished('server');
    const key = await importNoteKey(server.userKey);
    const [note] = server.notes.values();
    expect(await openText(key, note?.text ?? '')).toBe('low tide');
    expect(note).toMatchObject({ categoryId: 'red', sealed: null });
    const [scan] = server.scans.values();
    expect(scan).toMatchObject({ answers: [1, 2, 3, 4, 5, 6, 7], duration: 40, kept: [2] });
    expect(await openText(key, scan?.tags ?? '')).toContain('sea');
    expect(server.moods.get(moods)).toMatchObject({ ...said, sealed: null, keyVersion: 3 });
    expect(server.profile).toMatchObject({ firstName: 'Ada Quillfeather' });
    await vi.waitFor(() => expect(page.vaultState()).toMatchObject({ mode: 'none', isOpen: true }));
    await vi.waitFor(async () => expect(await page.pinOf('u1')).toBeNull());

    // Without its keys, a device cannot tell: it says what it is told, and the person decides.
    const away = await openVaultPage(server, other);
    await away.startVault('u1');
    expect(away.vaultState().warning).toBe('mode');
    const { acceptServerMode } = await import('./follow-state.ts');
    expect(await acceptServerMode('u1')).toBe(true);
    expect(away.vaultState()).toMatchObject({ mode: 'none', isOpen: true, warning: null });
  });

  it('is taken at its word for nothing where the server says by now that there is a vault', async () => {
    const page = await pageWithVault();
    await page.changeDeviceVault('u1', (known) => ({ ...known, begun: null }));
    const [{ acceptServerMode }, { pinOf }] = await Promise.all([import('./follow-state.ts'), import('./pins.ts')]);
    await acceptServerMode('u1', true);
    expect(await pinOf('u1')).not.toBeNull();
  });

  it('elsewhere forgets no way to what is typed here, unless the person insists', async () => {
    const page = await pageWithVault();
    const other = new Map(page.storage);
    const known = (await page.readDeviceVault('u1')) ?? expect.unreachable();
    await page.turnOff();
    await finished('server');
    await vi.waitFor(async () => expect(await page.readDeviceVault('u1')).toBeNull());
    const away = await openVaultPage(server, other);
    await away.changeDeviceVault('u1', () => ({ ...known, opened: [] }));
    await away.startVault('u1');
    const { putDraft } = await import('../note-store/sealed-drafts.ts');
    const device = known.opened[0]?.keys.device ?? expect.unreachable();
    await putDraft(async () => device, 'u1', 'u1/new/other/', { text: {} });
    const { acceptServerMode } = await import('./follow-state.ts');
    expect(await acceptServerMode('u1')).toBe(false);
    expect(away.vaultState()).toMatchObject({ mode: 'vault', isOpen: false, warning: 'mode' });
    expect(await away.openByPassphrase(passphrase)).toBe('open');
    await vi.waitFor(() => expect(away.vaultState()).toMatchObject({ mode: 'none', warning: null }));

    const lost = await openVaultPage(server, other);
    await lost.startVault('u1');
    const [drafts, { acceptServerMode: accept }] = await Promise.all([
      import('../note-store/sealed-drafts.ts'),
      import('./follow-state.ts'),
    ]);
    await drafts.putDraft(async () => device, 'u1', 'u1/new/other/', { text: {} });
    expect(await accept('u1', true)).toBe(true);
    expect(lost.vaultState()).toMatchObject({ mode: 'none', warning: null });
  });
});

it('a vault that has ended keeps its keys until the server gives its own: what they sealed here would open nowhere', async () => {
  const page = await pageWithVault();
  await page.turnOff();
  let mayAnswer = 1;
  server.before = (procedure) => {
    // The first is for what is given back.
    if (procedure === 'notes.userKey' && (mayAnswer -= 1) < 0) throw new TypeError('no network');
  };
  await finished('server');
  await vi.waitFor(() => expect(mayAnswer).toBeLessThan(0));
  await vi.waitFor(() => expect(page.vaultState().mode).toBe('none'));
  expect(page.vaultKeys('u1')?.versions.has(2)).toBe(true);
  server.before = () => undefined;
  const { askServer } = await import('./follow-state.ts');
  await askServer('u1');
  expect(page.vaultKeys('u1')).toBeNull();
});

it('a device that holds the note key of before another vault moves what either key has sealed', async () => {
  const page = await openVaultPage(server);
  const { noteKeyOf } = await import('../keys/note-key.ts');
  await noteKeyOf('u1');
  // Stored by a version of the program that knew of no other key.
  await addNote(server, 'high tide');
  // Made and ended on another device.
  Object.assign(server, { keyVersion: 3, userKey: 'ab'.repeat(32) });
  await addNote(server, 'low tide');
  await page.turnOn(await page.draftVault(), passphrase);
  await finished();
  expect(await readNotes(page)).toEqual(['high tide', 'low tide']);
});

it('a tab that slept while another one ended the vault lets go of its keys', async () => {
  const page = await pageWithVault();
  // All that the other tab did on this device and the server.
  const { forgetDeviceVaults } = await import('../keys/device-vault.ts');
  const { unpinVault } = await import('./pins.ts');
  const { unmarkVault } = await import('../keys/vault-mark.ts');
  Object.assign(server, { keyMode: 'server', keyVersion: 3, slots: [], manifest: null, userKey: 'ab'.repeat(32) });
  await Promise.all([unpinVault('u1'), forgetDeviceVaults()]);
  unmarkVault();
  document.dispatchEvent(new Event('visibilitychange'));
  await vi.waitFor(() => expect(page.vaultState()).toMatchObject({ mode: 'none', warning: null }));
  expect(page.vaultKeys('u1')).toBeNull();
});

it('a draft opens although the key has changed since that, or the draft, was read', async () => {
  const page = await pageWithVault();
  const [keys, drafts] = await Promise.all([import('../keys/device-key.ts'), import('../note-store/sealed-drafts.ts')]);
  const write = () =>
    drafts.putDraft(() => keys.knownDeviceKey('u1'), 'u1', 'u1/new/other/', { text: 'half a sentence' });
  const read = async () => (await drafts.storedDrafts())[0] ?? expect.unreachable();
  await write();
  const [formerKey, formerDraft] = [await keys.deviceKeyOf('u1'), await read()];
  await page.turnOff();
  await finished('server');
  await vi.waitFor(async () => expect(await page.readDeviceVault('u1')).toBeNull());
  await write();
  expect(await drafts.decryptDraft(formerKey, await read())).toEqual({ text: 'half a sentence' });
  expect(await drafts.decryptDraft(await keys.deviceKeyOf('u1'), formerDraft)).toEqual({ text: 'half a sentence' });
});

describe('what only the memory of a page has, when a vault is turned on', () => {
  const at = '2026-11-20T08:00:00.000Z';
  /** Puts tags and a scan into the outbox, turns a vault on, and waits until the key of the server has gone. */
  async function waitThrough(whenWaiting: () => void = () => undefined) {
    const page = await openVaultPage(server);
    const [outbox, { setSealing }, { rowSealingOf }, { knownNoteKey }] = await Promise.all([
      import('../offline/outbox.ts'),
      import('../offline/sealer.ts'),
      import('../keys/row-sealing.ts'),
      import('../keys/note-key.ts'),
    ]);
    setSealing(async () => (await import('../note-store/item-sealing.ts')).itemSealing);
    await page.startVault('u1');
    const { sealTags } = await rowSealingOf('u1');
    const tags = await sealTags('s', ['sea']);
    const before = [{ tags: await sealTags('s', ['tide']), keyVersion: 1 }, { tags: null }];
    const waiting = { owner: 'u1', createdAt: at, refusal: null };
    const content = contentOf([1, 2, 3, 4, 5, 6, 7], 40);
    expect(await outbox.put({ kind: 'tags', id: 't', scanId: 's', tags, before, ...waiting })).toBe(false);
    expect(await outbox.put({ kind: 'scan', id: 's', ...waiting, ...content })).toBe(false);
    whenWaiting();
    await page.turnOn(await page.draftVault(), passphrase);
    await finished();
    await vi.waitFor(async () => expect(await knownNoteKey('u1')).toBeNull());
    const [item] = outbox.currentPending().filter(({ kind }) => kind === 'tags');
    if (item?.kind !== 'tags') return expect.unreachable();
    const rows = await rowSealingOf('u1');
    expect(await rows.openTags({ _id: 's', keyVersion: item.keyVersion ?? 1 }, item.tags ?? '')).toEqual(['sea']);
    // What the person saw, too: with it a change of another device is told from no change.
    const [seen, none] = item.before ?? [];
    expect(none).toEqual({ tags: null });
    expect(await rows.openTags({ _id: 's', keyVersion: seen?.keyVersion ?? 1 }, seen?.tags ?? '')).toEqual(['tide']);
    return page;
  }

  it('is sealed with its key', async () => {
    await waitThrough();
  });

  it('is stored so, once there is room', async () => {
    const stored = new Map<string, OutboxItem>();
    let isFull = true;
    const store = {
      get: async (id: string) => stored.get(id),
      getAll: async () => [...stored.values()],
      put: async (item: OutboxItem) => stored.set(item.id, item),
      delete: async (id: string) => stored.delete(id),
    };
    const transactionOf = async (name: string) => {
      if (name !== 'outbox' || isFull) throw new DOMException('full', 'QuotaExceededError');
      return { store, done: Promise.resolve() };
    };
    const committed = ({ done }: { done: Promise<void> }) => done;
    const deviceDatabase = () => Promise.reject(new Error('none'));
    const writeFirst = (_owner: string, write: () => Promise<void>) => write();
    const makeRoom = async () => undefined;
    vi.doMock('../offline/database.ts', () => ({ committed, deviceDatabase, transactionOf, writeFirst, makeRoom }));
    const page = await waitThrough(() => {
      isFull = false;
    }).finally(() => vi.doUnmock('../offline/database.ts'));
    expect(stored.get('t')).toMatchObject({ keyVersion: 2 });
    const scan = stored.get('s');
    const device = page.vaultKeys('u1')?.device;
    if (scan?.kind !== 'sealed' || !device) return expect.unreachable();
    expect(await openText(device, scan.sealed)).toContain('"answers":[1,2,3,4,5,6,7]');
  });
});

it('a begin that arrives late is still that of this device, also after the server said that there is none', async () => {
  await addNote(server, 'low tide');
  const page = await pageWithVault();
  server.before = (procedure) => {
    if (procedure === 'vault.begin') throw new TypeError('no answer yet');
  };
  await page.turnOff().catch(() => undefined);
  const begin = server.sent.at(-1);
  const { askServer } = await import('./follow-state.ts');
  expect(await askServer('u1')).toMatchObject({ mode: 'vault' });
  server.before = () => undefined;
  await server.fetch('/trpc/vault.begin', { body: begin ?? '{}' });
  await vi.waitFor(async () => {
    page.continueMove('u1');
    expect(page.vaultState()).toMatchObject({ mode: 'none', isOpen: true, warning: null });
  }, 10_000);
  expect(server.keyMode).toBe('server');
});

it('seals moods that were left when a move ended that knew none', async () => {
  const page = await pageWithVault();
  const moods = addMoods();
  const { sealArrived } = await import('./seal-arrivals.ts');
  await sealArrived('u1');
  const { openMoodsRow } = await import('@nuances/crypto/vault/rows');
  const stored = server.moods.get(moods) ?? expect.unreachable();
  expect(stored).toMatchObject({ keyVersion: 2, sealed: expect.stringMatching(/^v2\./) });
  expect(JSON.stringify(stored)).not.toContain('calm as a lake');
  const versions = page.vaultKeys('u1')?.versions ?? new Map();
  const keys = { owner: 'u1', versions, writes: 2, noteKey: null };
  // Nothing says that it was not the server that wrote them: they keep a mark, also under the next key.
  expect(await openMoodsRow(keys, stored)).toEqual({ ...said, arrivedClear: true });
  await page.renew(await page.draftVault(), passphrase);
  await vi.waitFor(() => expect(page.vaultState()).toMatchObject({ mode: 'vault', keyVersion: 3 }), 10_000);
  const renewed = { ...keys, versions: page.vaultKeys('u1')?.versions ?? new Map(), writes: 3 };
  expect(await openMoodsRow(renewed, stored)).toEqual({ ...said, arrivedClear: true });
});

describe('renewing', () => {
  it('goes on after a lock with the keys of both versions', async () => {
    await addNote(server, 'low tide');
    const page = await pageWithVault();
    const other = await reopenInRenewal(server, page, passphrase);
    expect([...(other.vaultKeys('u1')?.versions.keys() ?? [])].toSorted()).toEqual([2, 3]);
    await vi.waitFor(() => expect(other.vaultState()).toMatchObject({ mode: 'vault', keyVersion: 3 }), 10_000);
    expect(await readNotes(other)).toEqual(['low tide']);
  });

  it('leaves a device that was locked the way in of before, as long as something there opens by nothing else', async () => {
    const page = await pageWithVault();
    const [keys, drafts, follow] = await Promise.all([
      import('../keys/device-key.ts'),
      import('../note-store/sealed-drafts.ts'),
      import('./follow-state.ts'),
    ]);
    const deviceKey = await keys.deviceKeyOf('u1');
    const draft = async () => {
      const [kept] = await drafts.storedDrafts();
      return kept && drafts.decryptDraft(await keys.deviceKeyOf('u1'), kept);
    };
    const [known, pins] = [await page.readDeviceVault('u1'), page.storage.get(pinsKey) ?? ''];
    const next = 'seven new words for the next key';
    await page.renew(await page.draftVault(), next);
    await vi.waitFor(() => expect(page.vaultState()).toMatchObject({ mode: 'vault', keyVersion: 3 }), 10_000);
    await page.lockNow();
    // As if another device had done it.
    await page.changeDeviceVault('u1', (now) => ({ ...now, ...known, opened: [] }));
    await drafts.putDraft(async () => deviceKey, 'u1', 'u1/new/other/', { text: 'half a sentence' });
    page.storage.set(pinsKey, pins);
    await follow.askServer('u1');
    expect(await page.openByPassphrase(passphrase)).toBe('wrong');
    expect(await page.openByPassphrase(next)).toBe('open');
    await vi.waitFor(() => expect(page.vaultState().needsFormer).toBe(true));
    expect(await draft()).toBeNull();
    expect(await page.openFormerKey({ kind: 'passphrase', text: next })).toBe('wrong');
    expect(await page.openFormerKey({ kind: 'passphrase', text: passphrase })).toBe('open');
    expect(await draft()).toEqual({ text: 'half a sentence' });
    await vi.waitFor(() => expect(page.vaultState().needsFormer).toBe(false));
    await page.settleKeysChange();
    await page.lockNow();
    await page.openByPassphrase(next);
    await page.settleKeysChange();
    expect(page.vaultState().needsFormer).toBe(false);
    expect(await draft()).toEqual({ text: 'half a sentence' });
    expect(await page.openFormerKey({ kind: 'passphrase', text: passphrase })).toBe('wrong');
  });

  it.each(['the server', 'another tab'])(
    'elsewhere, as %s says: what is typed is sealed before the keys go',
    async (from) => {
      const page = await pageWithVault();
      const { onLock } = await import('../keys/lock-listeners.ts');
      const hadKeys: boolean[] = [];
      onLock({
        seal: async () => {
          hadKeys.push(page.vaultKeys('u1') !== null);
          return true;
        },
      });
      const slots = server.slots.map((slot) => ({ ...slot, id: randomUUID(), keyVersion: 3 }));
      Object.assign(server, {
        keyMode: 'moving',
        keyTarget: 'vault',
        keyVersion: 3,
        slots: [...server.slots, ...slots],
      });
      if (from === 'the server') await (await import('./follow-state.ts')).askServer('u1');
      else {
        const begun = { mode: 'moving', target: 'vault', keyVersion: 3, begun: null } as const;
        await page.changeDeviceVault('u1', (known) => ({ ...known, ...begun, slots: server.slots }));
        await page.startVault('u1');
        document.dispatchEvent(new Event('visibilitychange'));
      }
      await vi.waitFor(() => expect(page.vaultState()).toMatchObject({ mode: 'moving', isOpen: false }));
      expect(page.vaultKeys('u1')).toBeNull();
      expect(hadKeys).toEqual([true]);
    },
  );

  it('moves to a new account key; the former passphrase opens nothing then', async () => {
    await addNote(server, 'low tide');
    const page = await pageWithVault();
    const before = page.vaultState().fingerprint;
    expect(await page.renew(await page.draftVault(), 'seven new words for the next key')).toBe('begun');
    await vi.waitFor(() => expect(server.slots.every(({ keyVersion }) => keyVersion === 3)).toBe(true), 10_000);
    await vi.waitFor(() => expect(page.vaultState()).toMatchObject({ mode: 'vault', keyVersion: 3 }));
    expect(page.vaultState().fingerprint).not.toEqual(before);
    expect(await readNotes(page)).toEqual(['low tide']);
    await page.lockNow();
    expect(await page.openByPassphrase(passphrase)).toBe('wrong');
    expect(await page.openByPassphrase('seven new words for the next key')).toBe('open');
  });
});
