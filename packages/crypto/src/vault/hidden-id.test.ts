import { contentId } from '@nuances/domain/content-id';
import { expect, it } from 'vitest';
import { deriveVaultKeys, newAccountKey } from './account-key.ts';
import { hiddenId } from './hidden-id.ts';

it('an id in a vault is the same again, and is told from its content by the key alone', async () => {
  const [mine, theirs] = await Promise.all([deriveVaultKeys(newAccountKey()), deriveVaultKeys(newAccountKey())]);
  const id = await contentId('imported', ['note', 'Trois poires']);
  const hidden = await hiddenId(mine, id);
  expect(hidden).toMatch(/^[\da-f]{8}-[\da-f]{4}-8[\da-f]{3}-a[\da-f]{3}-[\da-f]{12}$/);
  expect(await hiddenId(mine, id)).toBe(hidden);
  const others = [id, await hiddenId(theirs, id), await hiddenId(mine, hidden)];
  expect(others).not.toContain(hidden);
});
