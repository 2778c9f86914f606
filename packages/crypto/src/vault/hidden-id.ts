import { idOfHash } from '@nuances/domain/content-id';
import type { VaultKeys } from './account-key.ts';

/**
 * The id that a vault uses in place of one that was made from a content: whoever has the database could try contents by that
 * one, without any key. It is the same again until the key is renewed. The key is that of manifests, none of which begins so.
 */
export async function hiddenId({ manifest }: Pick<VaultKeys, 'manifest'>, id: string): Promise<string> {
  return idOfHash(await crypto.subtle.sign('HMAC', manifest, new TextEncoder().encode(`id|${id}`)));
}
