import { createDecipheriv, hkdfSync } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { unseal } from '../notes.ts';

const labels = ['user-key', 'push-keys', 'push-endpoint', 'mail-outbox', 'one-time-codes'];

/** The first answer of some attempts that does not throw. */
function firstOf<Answer>(attempts: readonly (() => Answer)[]): Answer | null {
  for (const attempt of attempts) {
    try {
      return attempt();
    } catch {
      // Another one, then.
    }
  }
  return null;
}

/** What one seal holds, with Node's own crypto; a context may be any id of its row, alone or with a number. */
function unsealAtRest(
  masterKey: Buffer,
  seal: string,
  ids: readonly string[],
): { label: string; bytes: Buffer } | null {
  const sealed = Buffer.from(seal.split('.')[2] ?? '', 'base64url');
  const places = [[], ...ids.flatMap((id) => [[id], ...Array.from({ length: 9 }, (_, version) => [id, version + 1])])];
  return firstOf(
    labels.flatMap((label) => {
      const key = Buffer.from(hkdfSync('sha256', masterKey, '', `nuances/${label}/v1`, 32));
      return places.map((place) => () => {
        const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, 12));
        decipher.setAAD(Buffer.from(JSON.stringify(['nuances', 'v1', label, ...place])));
        decipher.setAuthTag(sealed.subarray(12, 28));
        return { label, bytes: Buffer.concat([decipher.update(sealed.subarray(28)), decipher.final()]) };
      });
    }),
  );
}

/**
 * Rows of a database, and all that whoever has the master key of its server can open in them: what is sealed at rest, and with
 * the keys of notes found there, the notes.
 * @throws Error when a seal does not open: this would then look past it
 */
export async function openedByMasterKey(dataDir: string, rows: string): Promise<string> {
  const masterKey = Buffer.from((await readFile(join(dataDir, 'master.key'), 'utf8')).trim(), 'hex');
  const lines = rows.split('\n');
  const opened: string[] = [];
  for (const line of lines) {
    const ids = [...new Set(line.match(/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g))];
    for (const [seal] of line.matchAll(/\bv1\.[\da-f]{16}\.[\w-]+/g)) {
      const found = unsealAtRest(masterKey, seal, ids);
      if (!found) throw new Error('the master key does not open a seal');
      const { label, bytes } = found;
      opened.push(bytes.toString('utf8'), bytes.toString('hex'));
      if (label !== 'user-key') continue;
      for (const other of lines.filter((text) => ids.some((id) => text.includes(id))))
        for (const [envelope] of other.matchAll(/[\w+/]{39,}=*/g)) {
          const note = firstOf([() => unseal(bytes.toString('hex'), envelope)]);
          if (note !== null) opened.push(note);
        }
    }
  }
  return [rows, ...opened].join('\n');
}
