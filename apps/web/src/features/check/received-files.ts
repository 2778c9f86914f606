import { type ServedFile, servedHeaders } from '@nuances/domain/build/manifest';
import { toHex } from '@nuances/domain/hex';

/** So many files are fetched at a time. */
const atOnce = 6;

async function hashOf(file: ServedFile): Promise<string> {
  // Without cookies: one of them names a theme, which changes a page.
  const response = await fetch(file.path, { headers: servedHeaders(file), credentials: 'omit' });
  if (!response.ok) throw new TypeError(`${file.path} was not received`);
  return toHex(new Uint8Array(await crypto.subtle.digest('SHA-256', await response.arrayBuffer())));
}

/**
 * The files of a list as this browser receives them, with hashes of its own. One that is not received is left out.
 */
export async function receivedFiles(list: readonly ServedFile[]): Promise<readonly ServedFile[]> {
  const received = new Map<ServedFile, string>();
  const rest = [...list];
  const work = async () => {
    for (let file = rest.shift(); file; file = rest.shift()) {
      const hash = await hashOf(file).catch(() => null);
      if (hash !== null) received.set(file, hash);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return list.flatMap((file) => {
    const sha256 = received.get(file);
    return sha256 === undefined ? [] : [{ ...file, sha256 }];
  });
}
