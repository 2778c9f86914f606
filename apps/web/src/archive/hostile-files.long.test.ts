import { sealWithPassphrase } from '@nuances/crypto/passphrase-seal';
import { limits } from '@nuances/domain/limits';
import { strToU8, unzipSync, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { ArchiveRefused, type RefusalReason } from '@nuances/domain/archive/refused';
import { readArchive } from './read-archive.ts';

const json = JSON.stringify({ version: 1, profile: { username: 'lea' }, scans: [], notes: [] });
const sound = { 'nuances.json': strToU8(json) };
const cheap = { memoryKib: 8, passes: 1, lanes: 1 };

async function reasonOf(bytes: BlobPart, passphrase: string | null = null): Promise<RefusalReason | 'read'> {
  try {
    await readArchive(new Blob([bytes]), passphrase);
    return 'read';
  } catch (error) {
    if (error instanceof ArchiveRefused) return error.reason;
    throw error;
  }
}

/** A zip whose directory is changed at an offset from the beginning of its first entry. */
function withDirectory(zip: Uint8Array<ArrayBuffer>, change: (view: DataView) => void): Uint8Array<ArrayBuffer> {
  const copy = zip.slice();
  const whole = new DataView(copy.buffer);
  change(new DataView(copy.buffer, whole.getUint32(copy.length - 6, true)));
  return copy;
}

const zip = (files: Parameters<typeof zipSync>[0]) => new Uint8Array(zipSync(files));

describe('a hostile file', () => {
  it('is told from a sound one', async () => {
    expect(await reasonOf(zip(sound))).toBe('read');
    expect(await reasonOf(json)).toBe('read');
    // Packed again, as file managers do it.
    expect(
      await reasonOf(zip({ 'export/nuances.json': strToU8(json), '__MACOSX/export/nuances.json': strToU8('x') })),
    ).toBe('read');
    // By Windows, « été » in the code page of the machine.
    const packed = Buffer.from(zip({ 'nuances.json': strToU8(json), 'notes/~t~.md': strToU8('x') }));
    const inCodePage = packed.toString('latin1').replaceAll('~t~', '\x82t\x82');
    expect(await reasonOf(Buffer.from(inCodePage, 'latin1'))).toBe('read');
  });

  it.each(['../nuances.json', 'a/../../x.md', '/etc/passwd', 'C:\\x.md', '..\\x.md', 'a\\..\\x.md'])(
    'with an entry called %s is refused',
    async (name) => {
      expect(await reasonOf(zip({ ...sound, [name]: strToU8('x') }))).toBe('unsafe');
    },
  );

  it('that claims a gigabyte is refused before anything is unpacked', async () => {
    expect(await reasonOf(withDirectory(zip(sound), (entry) => entry.setUint32(24, 1024 ** 3, true)))).toBe('tooLarge');
  });

  it('that unpacks to more than it claims is refused on the way', async () => {
    const bomb = zip({ 'nuances.json': [new Uint8Array(4 * 1024 * 1024), { level: 9 }] });
    expect(bomb.length).toBeLessThan(100_000);
    expect(await reasonOf(withDirectory(bomb, (entry) => entry.setUint32(24, 1_000, true)))).toBe('unsafe');
  });

  it('that is full of zeros is refused before they are unpacked, sooner than that takes', async () => {
    const zeros = zip({ 'nuances.json': [new Uint8Array(200 * 1024 * 1024), { level: 1 }] });
    const before = performance.now();
    expect(await reasonOf(zeros)).toBe('unsafe');
    const refusedMs = performance.now() - before;
    unzipSync(zeros);
    expect(refusedMs).toBeLessThan(performance.now() - before - refusedMs);
    // Control: a text of that size that says different things is unpacked.
    const words = Array.from({ length: 2_000_000 }, (_, index) => index * 2_654_435_761).join(' ');
    expect(words.length).toBeGreaterThan(limits.archive.packed.fromBytes);
    expect(await reasonOf(zip({ 'nuances.json': strToU8(words) }))).toBe('unreadable');
  });

  it('with more entries than an export has is refused', async () => {
    const crowded = zip(sound);
    new DataView(crowded.buffer).setUint16(crowded.length - 12, limits.archive.entries + 1, true);
    expect(await reasonOf(crowded)).toBe('tooLarge');
  });

  it('that is larger than an export is refused before it is read', async () => {
    const huge = new Blob([json]);
    Object.defineProperty(huge, 'size', { value: limits.archive.fileMaxBytes + 1 });
    huge.arrayBuffer = () => Promise.reject(new Error('read'));
    await expect(readArchive(huge, null)).rejects.toMatchObject({ reason: 'tooLarge' });
  });

  it.each([
    ['nothing', new Uint8Array()],
    ['a picture', Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a])],
    ['another zip', zip({ 'notes.txt': strToU8('x') })],
    ['a zip with two exports', zip({ ...sound, 'b/nuances.json': strToU8(json) })],
    ['a zip that is cut off', zip(sound).slice(0, -30)],
    ['a zip in a zip', zip({ 'nuances.json': zip(sound) })],
    ['a changed byte', withDirectory(zip(sound), (entry) => entry.setUint32(16, 1, true))],
    [
      'a directory that leads out of the file',
      withDirectory(zip(sound), (entry) => entry.setUint32(42, 9_999_999, true)),
    ],
    ['a list', strToU8('[1,2]')],
    ['a seal without content', strToU8('nuances-seal')],
  ])('that is %s is no export', async (_name, bytes) => {
    expect(await reasonOf(bytes, 'quatre mots')).toBe('unreadable');
  });

  it('of a later version says so', async () => {
    expect(await reasonOf(json.replace('"version":1', '"version":99'))).toBe('later');
    const sealed = await sealWithPassphrase(zip(sound), 'quatre mots', cheap);
    expect(await reasonOf(sealed, 'quatre mots')).toBe('read');
    sealed[12] = 2;
    expect(await reasonOf(sealed, 'quatre mots')).toBe('later');
  });

  it('whose seal asks for all memory or for hours is refused before the work', async () => {
    for (const [at, value] of [
      [13, 4_194_304],
      [17, 100_000],
      [21, 255],
      [13, 0],
    ] as const) {
      const sealed = await sealWithPassphrase(zip(sound), 'quatre mots', cheap);
      new DataView(sealed.buffer).setUint32(at, value);
      expect(await reasonOf(sealed, 'quatre mots')).toBe('unreadable');
    }
  });
});
