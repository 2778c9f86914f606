import { expect, it } from 'vitest';
import { InvalidEnvironment, readEnv } from '../env.ts';
import { testApp } from '../testing/test-app.ts';

const dayMs = 86_400_000;

it('has contact, expiry, languages and canonical URL (RFC 9116)', async () => {
  const t = await testApp({ config: { securityContact: 'mailto:security@example.org' } });
  try {
    const { status, headers, text } = await t.http('GET', '/.well-known/security.txt');
    expect([status, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8']);
    const fields = new Map(
      text
        .trimEnd()
        .split('\n')
        .map((line) => [line.split(': ')[0], line.split(': ')[1]] as const),
    );
    expect([...fields.keys()]).toEqual(['Contact', 'Expires', 'Preferred-Languages', 'Canonical']);
    expect(fields.get('Contact')).toBe('mailto:security@example.org');
    expect(fields.get('Canonical')).toMatch(/^https?:\/\/[^/]+\/\.well-known\/security\.txt$/);
    expect(fields.get('Preferred-Languages')?.split(', ').toSorted()).toEqual(['en', 'fr']);
    const left = Date.parse(fields.get('Expires') ?? '') - Date.now();
    expect(left).toBeGreaterThan(178 * dayMs);
    expect(left).toBeLessThan(365 * dayMs);
    expect((await t.http('POST', '/.well-known/security.txt', { body: {} })).status).toBe(405);
  } finally {
    await t.close();
  }
});

it('answers 404 without a contact', async () => {
  const t = await testApp();
  try {
    expect((await t.http('GET', '/.well-known/security.txt')).status).toBe(404);
  } finally {
    await t.close();
  }
});

it.each([
  ['security@example.org', 'mailto:security@example.org'],
  ['mailto:security@example.org', 'mailto:security@example.org'],
  ['https://example.org/report', 'https://example.org/report'],
  ['tel:+33-1-23-45-67-89', 'tel:+33-1-23-45-67-89'],
])('SECURITY_CONTACT %s becomes %s', (given, contact) => {
  expect(readEnv({ SECURITY_CONTACT: given }).securityContact).toBe(contact);
});

it.each(['us', 'http://example.org', 'a@b\nContact: x@y', 'javascript:alert(1)'])(
  'SECURITY_CONTACT %j is refused',
  (given) => {
    expect(() => readEnv({ SECURITY_CONTACT: given })).toThrow(InvalidEnvironment);
  },
);
