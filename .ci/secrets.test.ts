/*
 * No secrets in the sources or in the files for browsers: no text with the form of a provider's key anywhere, and no
 * text as random as a key except known samples.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { expect, it } from 'vitest';

const root = dirname(import.meta.dirname);
const bundle = join(root, 'apps/web/dist');

/** Files that are no sources. */
const ignored = new Set(['node_modules', 'dist', '.data', '.git', '.turbo', 'test-results', 'playwright-report']);

/** Keys and tokens that are recognised by their form. */
const telling: Readonly<Record<string, RegExp>> = {
  'private key': /-----BEGIN [A-Z ]*PRIVATE KEY-----/,
  'Resend key': /\bre_[A-Za-z0-9]{8}_?[A-Za-z0-9]{12,}/,
  'AWS key': /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/,
  'GitHub token': /\bgh[pousr]_[A-Za-z0-9]{30,}/,
  'npm token': /\bnpm_[A-Za-z0-9]{30,}/,
  'Slack token': /\bxox[abprs]-[\w-]{10,}/,
  'Stripe key': /\b[rs]k_live_[A-Za-z0-9]{16,}/,
  'Google key': /\bAIza[\w-]{35}\b/,
  'JSON web token': /\beyJ[\w-]{15,}\.eyJ[\w-]{15,}\.[\w-]{20,}/,
  'address with a password':
    /\b(?:postgres|postgresql|mysql|redis|mongodb|https?):\/\/(?!user:password@)[^\s:/@'"`$<{]+:[^\s:/@'"`$<{]{8,}@/,
};

/** Random on purpose, and public. */
const samples: Readonly<Record<string, string>> = {
  'packages/crypto/vectors.json': 'keys, wraps and envelopes that every implementation has to open',
  'packages/crypto/src/master-key.ts': 'published keys that are refused',
  'packages/crypto/src/password.ts': 'the hash that unknown names are compared with',
  'apps/api/src/fields.ts': 'examples of the API description',
  'apps/api/src/auth/router.ts': 'examples of the API description',
  'apps/api/src/auth/link-procedures.ts': 'examples of the API description',
  'apps/api/src/tokens/router.ts': 'examples of the API description',
  'apps/api/src/security/passkey-fields.ts': 'examples of the API description',
  'apps/api/src/security/passkeys.ts': 'the public key that unknown passkeys are compared with',
  'apps/web/src/archive/journal/fixtures/day-one.json': 'made-up entries, with ids as that journal writes them',
  'package-lock.json': 'hashes of packages',
};
const isSample = (path: string) => path in samples || /\.(?:test|spec)\.tsx?$/.test(path);

/** Data in published libraries that look random: colour schemes of the chart library, WebAssembly of Argon2id. */
const publicData = ['d3-scale-chromatic/dist/d3-scale-chromatic.js', 'hash-wasm/dist/index.esm.js'];

function textOfPublicData(): string {
  return publicData.map((file) => readFileSync(join(root, 'node_modules', file), 'utf8')).join('\n');
}

/** Information per character, bits. */
function entropy(text: string): number {
  const counts = new Map<string, number>();
  for (const sign of text) counts.set(sign, (counts.get(sign) ?? 0) + 1);
  return [...counts.values()].reduce((sum, count) => sum - (count / text.length) * Math.log2(count / text.length), 0);
}

/** Long and random: 128 bits as hexadecimal digits, or as many as base64. */
function isRandom(word: string): boolean {
  if (/^[0-9a-f]+$/i.test(word)) return word.length >= 32 && entropy(word) > 3.2;
  return /\d/.test(word) && /[a-z]/.test(word) && /[A-Z]/.test(word) && entropy(word) > 4.3;
}

const formsIn = (text: string) => Object.keys(telling).filter((name) => telling[name]?.test(text));
/** Digests that pin container images are public, and say by their form what they are. */
const imageDigest = /@sha256:[0-9a-f]{64}\b/g;
const randomIn = (text: string) =>
  (text.replaceAll(imageDigest, '').match(/[A-Za-z0-9+/_=-]{24,}/g) ?? []).filter(isRandom);

function* filesIn(folder: string, skipped: ReadonlySet<string>): Generator<string> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory() && !skipped.has(entry.name)) yield* filesIn(path, skipped);
    if (entry.isFile()) yield path;
  }
}

/** Text of each file below a folder, by path, without images and fonts. */
function textsIn(folder: string, skipped: ReadonlySet<string>): [string, string][] {
  return [...filesIn(folder, skipped)].flatMap((path) => {
    const bytes = readFileSync(path);
    return bytes.includes(0) ? [] : [[relative(folder, path), bytes.toString('utf8')] satisfies [string, string]];
  });
}

it('I3: the sources hold no secret', () => {
  const texts = textsIn(root, ignored);
  expect(texts.length).toBeGreaterThan(400);
  const own = '.ci/secrets.test.ts';
  // Text that the samples are quoted from may be quoted.
  const quotable = new Set(texts.filter(([path]) => path in samples).flatMap(([, text]) => randomIn(text)));
  const found = texts
    .filter(([path]) => path !== own)
    .flatMap(([path, text]) => [
      ...formsIn(text).map((form) => `${path}: ${form}`),
      ...(isSample(path) ? [] : randomIn(text)).filter((word) => !quotable.has(word)).map((word) => `${path}: ${word}`),
    ]);
  expect(found).toEqual([]);
  // An exception that is no longer needed could hide a secret later.
  const paths = new Set(texts.map(([path]) => path));
  expect(Object.keys(samples).filter((path) => !paths.has(path))).toEqual([]);
});

it('I3: the files for browsers hold no secret, no address of the server, and no sources', () => {
  if (!existsSync(bundle)) throw new Error('There is no build to look at: npm run build');
  const texts = textsIn(bundle, new Set());
  expect(texts.some(([path]) => path.endsWith('.js'))).toBe(true);
  const known = textOfPublicData();
  expect(known).toContain('7fc97fbeaed4');
  const found = texts.flatMap(([path, text]) => {
    const words = randomIn(text).filter((word) => {
      if (known.includes(word)) return false;
      // File names contain a short hash; the service worker identifies files by MD5.
      const isFileName = /-[\w-]{7,8}$/.test(word);
      return !isFileName && !(path === 'sw.js' && /^[0-9a-f]{32}$/.test(word));
    });
    return [...formsIn(text), ...words].map((what) => `${path}: ${what}`);
  });
  expect(found).toEqual([]);
  const servers = /MASTER_KEY|RESEND_|DATABASE_URL|process\.env\.|postgres:\/\/|\/work\/|\/home\/\w/;
  expect(texts.filter(([, text]) => servers.test(text)).map(([path]) => path)).toEqual([]);
  expect([...filesIn(bundle, new Set())].filter((path) => path.endsWith('.map'))).toEqual([]);
});

it('control: planted secrets are found, ordinary words are not', () => {
  const hex = '4f9c1d7be2a8035619cd7e40bb5a2f3861d0e97c24a85bf3067de1942cb80a5f';
  const base64 = 'q83vEjRWeJCrze8SNFZ4kKvN7xI0VniQq83vEjRWeJA=';
  for (const secret of [hex, hex.slice(0, 32), base64]) expect(randomIn(`key = '${secret}';`)).toEqual([secret]);
  for (const word of ['aVeryLongNameThatSomebodyGaveToAFunction', '0'.repeat(64), 'https/www.example.org/a/page/about'])
    expect(randomIn(`const ${word} = 1;`)).toEqual([]);
  const planted: Readonly<Record<string, string>> = {
    'private key': '-----BEGIN RSA PRIVATE KEY-----',
    'Resend key': 're_AbCd1234_EfGh5678IjKl9012',
    'AWS key': 'AKIAABCDEFGHIJKLMNOP',
    'GitHub token': `ghp_${'a1'.repeat(18)}`,
    'npm token': `npm_${'a1'.repeat(18)}`,
    'Slack token': 'xoxb-1234567890-abc',
    'Stripe key': `sk_live_${'a1'.repeat(10)}`,
    'Google key': `AIza${'a1b2c3d'.repeat(5)}`,
    'JSON web token': `eyJ${'a1'.repeat(10)}.eyJ${'b2'.repeat(10)}.${'c3'.repeat(15)}`,
    'address with a password': 'postgres://nuances:hunter2hunter2@db.example.org/nuances',
  };
  expect(Object.keys(planted)).toEqual(Object.keys(telling));
  for (const [name, text] of Object.entries(planted)) expect(formsIn(`x = "${text}"`), name).toContain(name);
});
