import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { isSealedWith } from './envelope-key.ts';
import { importNoteKey, sealText } from './note-envelope.ts';

it('tells the key that has sealed an envelope from every other one', async () => {
  const [own, other] = [randomBytes(32).toString('hex'), randomBytes(32).toString('hex')];
  for (const text of ['a', 'Sous le tilleul. '.repeat(500)]) {
    const envelope = await sealText(await importNoteKey(own), text);
    expect(isSealedWith(own, envelope)).toBe(true);
    expect(isSealedWith(other, envelope)).toBe(false);
    expect(isSealedWith(own, `${envelope.slice(0, 20)}${envelope[20] === 'A' ? 'B' : 'A'}${envelope.slice(21)}`)).toBe(
      false,
    );
  }
  expect(isSealedWith(own, 'AAAA')).toBe(false);
});
