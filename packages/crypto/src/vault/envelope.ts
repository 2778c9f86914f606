/**
 * Envelopes of version 2: `v2.` and base64(IV 12 | ciphertext | tag 16), AES-256-GCM. The associated data names the place,
 * so an envelope that was moved to another person, item, field or key version does not open (docs/vault.md).
 */
import { bytesForNow, toBase64 } from '../base64.ts';
import { vaultPrefix } from '../envelope-shape.ts';
import type { SealingLabel, VaultKeys } from './account-key.ts';
import { associatedData } from './associated-data.ts';
import { pad, unpad, type Steps } from './padding.ts';

interface Sealed {
  readonly kind: 'note' | 'scan' | 'profile' | 'moods';
  readonly field: 'content' | 'tags';
  readonly key: SealingLabel;
  readonly steps: Steps;
}

/** What is sealed, with which key, and the sizes that it is padded to. */
const contents = {
  note: { kind: 'note', field: 'content', key: 'notes', steps: [256, 1024, 4096, 16_384, 65_536] },
  scan: { kind: 'scan', field: 'content', key: 'scans', steps: [128] },
  tags: { kind: 'scan', field: 'tags', key: 'tags', steps: [256] },
  profile: { kind: 'profile', field: 'content', key: 'profile', steps: [16_384] },
  moods: { kind: 'moods', field: 'content', key: 'scans', steps: [4096, 16_384, 65_536] },
} satisfies Record<string, Sealed>;

/** Where an envelope belongs. */
export interface EnvelopePlace {
  readonly userId: string;
  readonly content: keyof typeof contents;
  /** Id of the note, scan or part of moods; of a profile, the account's. */
  readonly itemId: string;
  readonly keyVersion: number;
}

const ivBytes = 12;
const tagBytes = 16;

/** Strict, and `ignoreBOM` keeps a leading U+FEFF as part of the text. */
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function parametersOf({ userId, content, itemId, keyVersion }: EnvelopePlace, iv: Uint8Array<ArrayBuffer>) {
  const { kind, field } = contents[content];
  return { name: 'AES-GCM', iv, additionalData: associatedData(2, userId, kind, itemId, field, keyVersion) };
}

/** Seals a text for its place, with a fresh random IV. */
export async function sealContent(keys: VaultKeys, place: EnvelopePlace, text: string): Promise<string> {
  const { key, steps } = contents[place.content];
  const iv = crypto.getRandomValues(new Uint8Array(ivBytes));
  const padded = pad(new TextEncoder().encode(text), steps);
  const sealed = new Uint8Array(await crypto.subtle.encrypt(parametersOf(place, iv), keys[key], padded));
  const envelope = new Uint8Array(ivBytes + sealed.length);
  envelope.set(iv);
  envelope.set(sealed, ivBytes);
  return vaultPrefix + toBase64(envelope);
}

/** The text of a content; null without its padding. @throws TypeError for bytes that are no text */
function textOf(padded: ArrayBuffer): string | null {
  const content = unpad(new Uint8Array(padded));
  return content && utf8.decode(content);
}

/**
 * Opens what {@link sealContent} made for this place; null for what was altered, moved from another place, or sealed with
 * another key.
 */
export async function openContent(keys: VaultKeys, place: EnvelopePlace, envelope: string): Promise<string | null> {
  const bytes = envelope.startsWith(vaultPrefix) ? bytesForNow(envelope.slice(vaultPrefix.length)) : null;
  if (bytes === null || bytes.length < ivBytes + tagBytes) return null;
  try {
    const parameters = parametersOf(place, bytes.subarray(0, ivBytes));
    const key = keys[contents[place.content].key];
    // Web Crypto copies what it is given before it yields.
    return textOf(await crypto.subtle.decrypt(parameters, key, bytes.subarray(ivBytes)));
  } catch {
    return null;
  }
}
