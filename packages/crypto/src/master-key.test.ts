import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect, promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  createPseudonym,
  deriveKey,
  fingerprint,
  loadMasterKey,
  MasterKeyInvalid,
  masterKeyPath,
  parseMasterKey,
} from './master-key.ts';

const hex = '9b1c3fd5e7208a46b8d2f4016e3a5c7d91b0e2f4d6c8a79b5d3e1f0a2c4b6d8e';
const other = hex.replace(/^9b/, '9c');

describe('a master key', () => {
  it.each([
    ['nothing', ''],
    ['too short', hex.slice(2)],
    ['too long', `${hex}00`],
    ['no hexadecimal', hex.replace('9', 'x')],
    ['a line break', `${hex}\n`],
    ['zeros', '0'.repeat(64)],
    ['one byte', 'ab'.repeat(32)],
    ['the digits', '0123456789abcdef'.repeat(4)],
    ['the digits, in capitals', '0123456789ABCDEF'.repeat(4)],
    ['deadbeef', 'deadbeef'.repeat(8)],
    ['counting', Buffer.from(Array.from({ length: 32 }, (_, i) => i)).toString('hex')],
    ['counting down', Buffer.from(Array.from({ length: 32 }, (_, i) => 255 - i)).toString('hex')],
    ['a standard example', '603deb1015ca71be2b73aef0857d77811f352c073b6108d72d9810a30914dff4'],
  ])('is not %s', (_, value) => {
    expect(() => parseMasterKey(value, 'MASTER_KEY')).toThrow(MasterKeyInvalid);
    try {
      parseMasterKey(value, 'MASTER_KEY');
    } catch (error) {
      expect(String(error)).toContain('MASTER_KEY');
      if (value !== '') expect(String(error)).not.toContain(value);
    }
  });

  it('is not printed', () => {
    const master = parseMasterKey(hex);
    for (const shown of [inspect(master, { depth: 9 }), JSON.stringify(master)]) {
      expect(shown.toLowerCase()).not.toContain(hex.slice(0, 12));
    }
  });

  it('gives one key for each purpose, always the same', () => {
    const key = deriveKey(parseMasterKey(hex), 'access-token');
    // If this changes, no stored note can be opened: every seal depends on it.
    expect(key.toString('hex')).toBe('cc86291aa356f628d1011629c4de41e95560bad379f9356272028f93f4360bd0');
    expect(deriveKey(parseMasterKey(hex.toUpperCase()), 'access-token')).toEqual(key);
    expect(deriveKey(parseMasterKey(hex), 'mail')).not.toEqual(key);
    expect(deriveKey(parseMasterKey(other), 'access-token')).not.toEqual(key);
  });

  it('has a fingerprint that does not reveal it', () => {
    expect(fingerprint(parseMasterKey(hex))).toMatch(/^[0-9a-f]{32}$/);
    expect(fingerprint(parseMasterKey(hex))).not.toBe(fingerprint(parseMasterKey(other)));
  });
});

describe('loading it', () => {
  let dataDir: string;
  beforeEach(async () => (dataDir = join(await mkdtemp(join(tmpdir(), 'nuances-key-')), 'data')));
  afterEach(() => rm(join(dataDir, '..'), { recursive: true, force: true }));
  const unset = { masterKey: undefined, previous: undefined };

  it('is read from the environment, and no file is written', async () => {
    const keys = await loadMasterKey({ masterKey: hex, previous: other, dataDir });
    expect(fingerprint(keys.current)).toBe(fingerprint(parseMasterKey(hex)));
    expect(keys.previous && fingerprint(keys.previous)).toBe(fingerprint(parseMasterKey(other)));
    await expect(stat(dataDir)).rejects.toBeInstanceOf(Error);
    await expect(loadMasterKey({ masterKey: 'short', previous: undefined, dataDir })).rejects.toThrow(
      'MASTER_KEY must be',
    );
    await expect(loadMasterKey({ masterKey: hex, previous: 'short', dataDir })).rejects.toThrow(
      'MASTER_KEY_PREVIOUS must be',
    );
  });

  it('is generated once, readable to its owner only', async () => {
    const first = await loadMasterKey({ ...unset, dataDir });
    expect((await stat(masterKeyPath(dataDir))).mode & 0o777).toBe(0o600);
    expect(await readFile(masterKeyPath(dataDir), 'utf8')).toMatch(/^[0-9a-f]{64}\n$/);
    const again = await loadMasterKey({ masterKey: '', previous: '', dataDir });
    expect(fingerprint(again.current)).toBe(fingerprint(first.current));
    expect(first.previous).toBeNull();
    expect(await readdir(dataDir)).toEqual(['master.key']);
  });

  it('is the same for all that start at once, in one process and in several', async () => {
    const here = Array.from({ length: 8 }, async () =>
      fingerprint((await loadMasterKey({ ...unset, dataDir })).current),
    );
    const script = `import { loadMasterKey, fingerprint } from '@nuances/crypto/master-key'
      console.log(fingerprint((await loadMasterKey({ masterKey: undefined, previous: undefined, dataDir: process.argv[1] })).current))`;
    const there = Array.from({ length: 2 }, async () => {
      const args = ['--import', 'tsx', '--input-type=module', '-e', script, dataDir];
      return (await promisify(execFile)(process.execPath, args, { cwd: import.meta.dirname })).stdout.trim();
    });
    expect(new Set(await Promise.all([...here, ...there])).size).toBe(1);
    expect(await readdir(dataDir)).toEqual(['master.key']);
  });

  it('is not replaced by a process that starts a moment later', async () => {
    for (let round = 0; round < 20; round += 1) {
      const folder = join(dataDir, String(round));
      const starting = Array.from({ length: 10 }, async (_, place) => {
        for (let turn = 0; turn < place; turn += 1) await new Promise((resolve) => setImmediate(resolve));
        return fingerprint((await loadMasterKey({ ...unset, dataDir: folder })).current);
      });
      expect(new Set(await Promise.all(starting)).size).toBe(1);
    }
  });

  it('refuses a damaged file and leaves it unchanged', async () => {
    await loadMasterKey({ ...unset, dataDir });
    await writeFile(masterKeyPath(dataDir), 'damaged');
    await expect(loadMasterKey({ ...unset, dataDir })).rejects.toThrow(masterKeyPath(dataDir));
    expect(await readFile(masterKeyPath(dataDir), 'utf8')).toBe('damaged');
  });
});

it('gives equal values one pseudonym and different values different ones', () => {
  const key = parseMasterKey(randomBytes(32).toString('hex'));
  const name = createPseudonym(key, 'address');
  expect(name('192.0.2.1')).toMatch(/^[0-9a-f]{64}$/);
  expect(createPseudonym(key, 'address')('192.0.2.1')).toBe(name('192.0.2.1'));
  const others = [
    name('192.0.2.2'),
    name('192.0.2.1', ''),
    name('ab', 'c'),
    name('a', 'bc'),
    createPseudonym(key, 'account')('192.0.2.1'),
    createPseudonym(parseMasterKey(randomBytes(32).toString('hex')), 'address')('192.0.2.1'),
  ];
  expect(new Set([name('192.0.2.1'), ...others]).size).toBe(7);
});
