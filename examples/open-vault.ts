/**
 * `npx tsx examples/open-vault.ts packages/crypto`: opens the published envelopes, wraps, fingerprint and manifest of a vault.
 * The complete formats (docs/vault.md) with `node:crypto` alone; only Argon2id is a package, because Node 20 has none, and
 * the recovery code and a passkey open everything without it.
 */
import argon2 from 'argon2';
import { createDecipheriv, createHash, createHmac, hkdfSync } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

interface Vectors {
  noteEnvelopes: { key: string; text: string; envelope: string }[];
  vault: {
    userId: string;
    keyVersion: number;
    accountKey: string;
    fingerprint: string[];
    slots: { slotId: string; kind: string; parameters: string; typed: string; secret: string; wrapped: string }[];
    envelopes: { content: string; itemId: string; text: string; envelope: string }[];
    rows: Record<'notes' | 'scans', { id: string; revision: number }[]>;
    manifest: string;
  };
}
const isVectors = (value: unknown): value is Vectors => typeof value === 'object' && value !== null && 'vault' in value;

const textOf = (path: string) => readFileSync(join(process.argv[2] ?? 'packages/crypto', path), 'utf8');
const vectors: unknown = JSON.parse(textOf('vectors.json'));
if (!isVectors(vectors)) throw new Error('npx tsx examples/open-vault.ts packages/crypto');
const { vault, noteEnvelopes } = vectors;
const { userId, keyVersion, slots, envelopes } = vault;

function expectSame(what: string, found: string, expected: string) {
  if (found !== expected) throw new Error(`${what}: ${found} instead of ${expected}`);
}

const derive = (secret: Uint8Array, label: string) =>
  Buffer.from(hkdfSync('sha256', secret, '', `nuances/vault/1/${label}`, 32));

function open(key: Uint8Array, iv: Uint8Array, sealed: Uint8Array, tag: Uint8Array, data = ''): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', key, iv, { authTagLength: 16 });
  decipher.setAAD(Buffer.from(data)).setAuthTag(tag);
  return Buffer.concat([decipher.update(sealed), decipher.final()]);
}

for (const { key, text, envelope } of noteEnvelopes) {
  const bytes = Buffer.from(envelope, 'base64');
  const opened = open(Buffer.from(key, 'hex'), bytes.subarray(0, 12), bytes.subarray(28), bytes.subarray(12, 28));
  expectSame('Envelope of version 1', opened.toString(), text);
}

async function secretOf({ kind, parameters, typed, secret }: Vectors['vault']['slots'][number]): Promise<Buffer> {
  if (kind === 'passkey') return Buffer.from(secret, 'hex');
  if (kind === 'recovery') return Buffer.from(typed.slice(0, 31));
  const [, , , cost = '', salt = ''] = parameters.split('$');
  const [memoryCost = 0, timeCost = 0, parallelism = 0] = (cost.match(/\d+/g) ?? []).map(Number);
  const options = { memoryCost, timeCost, parallelism, salt: Buffer.from(salt, 'base64'), hashLength: 32 };
  return argon2.hash(typed.normalize('NFKC'), { ...options, type: argon2.argon2id, raw: true });
}

let accountKey: Uint8Array = Buffer.alloc(0);
for (const slot of slots) {
  const secret = await secretOf(slot);
  const wrap = Buffer.from(slot.wrapped.slice('w1.'.length), 'base64');
  const commitment = derive(secret, `commitment/${slot.kind}`);
  expectSame(`Commitment of ${slot.kind}`, wrap.toString('hex', 0, 32), commitment.toString('hex'));
  const data = ['1', userId, slot.slotId, slot.kind, keyVersion, slot.parameters].join('|');
  const key = derive(secret, `wrap/${slot.kind}`);
  accountKey = open(key, wrap.subarray(32, 44), wrap.subarray(44, -16), wrap.subarray(-16), data);
  expectSame(`Key from ${slot.kind}`, Buffer.from(accountKey).toString('hex'), vault.accountKey);
}

for (const { content, itemId, text, envelope } of envelopes) {
  const [kind, field] = content === 'tags' ? ['scan', 'tags'] : [content, 'content'];
  const label = ['note', 'scan'].includes(content) ? `${content}s` : content;
  const bytes = Buffer.from(envelope.slice('v2.'.length), 'base64');
  const data = ['2', userId, kind, itemId, field, keyVersion].join('|');
  const key = derive(accountKey, label);
  const padded = open(key, bytes.subarray(0, 12), bytes.subarray(12, -16), bytes.subarray(-16), data);
  expectSame(`Envelope of ${content}`, padded.toString('utf8', 0, padded.lastIndexOf(0x80)), text);
}

const list = textOf('src/vault/fingerprint-words.ts').split('`')[1]?.trim().split(/\s/) ?? [];
const bits = [...createHash('sha256').update('nuances/vault/1/fingerprint').update(accountKey).digest()];
const digits = bits.map((byte) => byte.toString(2).padStart(8, '0')).join('');
const words = Array.from({ length: 8 }, (_, word) => list[Number.parseInt(digits.slice(10 * word, 10 * word + 10), 2)]);
expectSame('Fingerprint', words.join(' '), vault.fingerprint.join(' '));

const [, signature = '', text = ''] = vault.manifest.split('.');
expectSame('Signature', createHmac('sha256', derive(accountKey, 'manifest')).update(text).digest('base64'), signature);
for (const kind of ['notes', 'scans'] as const) {
  const revisions = vault.rows[kind].map(({ revision }) => revision);
  const lines = vault.rows[kind].map(({ id, revision }) => `${id}:${revision}`).sort();
  const hash = createHash('sha256').update(lines.join(',')).digest('hex');
  const stated = [kind, lines.length, Math.max(...revisions), hash].join('|');
  if (!text.includes(`|${stated}`)) throw new Error(`Manifest: it does not contain ${stated}`);
}
console.log(
  `Opened ${noteEnvelopes.length + envelopes.length} envelopes and ${slots.length} wraps: ${words.join(' ')}`,
);
