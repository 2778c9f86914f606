/**
 * What this device holds a server to, of each account whose vault it has opened: that there is a vault, the fingerprint of its
 * key, and the cost of its passphrase. Pins stay after a logout, and name no account: who reads them learns a hash of its id.
 */
import type { Argon2Cost } from '@nuances/crypto/argon2id';
import { isRecord, readJson } from '@nuances/domain/record';
import { storage } from '../browser/local-storage.ts';
import { sha256 } from '../browser/sha256.ts';
import { pinsKey } from '../keys/vault-mark.ts';

/** Accounts that a device remembers; the oldest is forgotten. */
const mostPins = 10;

export interface Pin {
  /** Hash of the account's id. */
  readonly account: string;
  readonly keyVersion: number;
  /** Hash of the fingerprint of that version; null until a former one is opened that the person went back to. */
  readonly print: string | null;
  /** The highest cost that was seen; null when the passphrase was never used here. */
  readonly cost: Argon2Cost | null;
  /** `sequence` of the last manifest of that version that was seen or written here; absent before the first. */
  readonly sequence?: number | undefined;
  /** What the passkey that opened that version here last was asked with, in hexadecimal; absent when none did. */
  readonly input?: string | undefined;
}

async function hashOf(text: string): Promise<string> {
  return (await sha256(`nuances/pin/${text}`)).slice(0, 32);
}

/** The hash of a fingerprint, as pins hold it. */
export function printOf(fingerprint: readonly string[]): Promise<string> {
  return hashOf(fingerprint.join(' '));
}

function isCost(value: unknown): value is Argon2Cost | null {
  if (value === null) return true;
  return isRecord(value) && ['memoryKib', 'passes', 'lanes'].every((name) => typeof value[name] === 'number');
}

function isPin(value: unknown): value is Pin {
  return (
    isRecord(value) &&
    typeof value['account'] === 'string' &&
    typeof value['keyVersion'] === 'number' &&
    (typeof value['print'] === 'string' || value['print'] === null) &&
    isCost(value['cost']) &&
    (value['sequence'] === undefined || typeof value['sequence'] === 'number') &&
    (value['input'] === undefined || typeof value['input'] === 'string')
  );
}

function readPins(): readonly Pin[] {
  const stored = readJson(storage.get(pinsKey));
  return Array.isArray(stored) ? stored.filter(isPin) : [];
}

/** The pin of an account; null when its vault was never opened here. */
export async function pinOf(owner: string): Promise<Pin | null> {
  const account = await hashOf(owner);
  return readPins().find((pin) => pin.account === account) ?? null;
}

function highest(one: Argon2Cost | null, other: Argon2Cost | null): Argon2Cost | null {
  if (!one || !other) return one ?? other;
  return {
    memoryKib: Math.max(one.memoryKib, other.memoryKib),
    passes: Math.max(one.passes, other.passes),
    lanes: Math.max(one.lanes, other.lanes),
  };
}

/** Pins an opened vault. A cost only rises. */
export async function pinVault(owner: string, opened: Omit<Pin, 'account' | 'sequence'>): Promise<void> {
  const account = await hashOf(owner);
  const pins = readPins();
  const known = pins.find((pin) => pin.account === account);
  const same = known?.keyVersion === opened.keyVersion ? known : null;
  const kept = { sequence: same?.sequence, input: opened.input ?? same?.input };
  const pin = { account, ...opened, cost: highest(known?.cost ?? null, opened.cost), ...kept };
  const others = pins.filter((other) => other.account !== account);
  storage.set(pinsKey, JSON.stringify([pin, ...others].slice(0, mostPins)));
}

/** What passkeys are asked with at a login, of the vaults that one opened here; the last opened first. */
export function pinnedInputs(): readonly string[] {
  return readPins().flatMap(({ input }) => input ?? []);
}

/** Pins the manifest that was seen or written last, of a version that is pinned. */
export async function pinSequence(owner: string, keyVersion: number, sequence: number): Promise<void> {
  const account = await hashOf(owner);
  const isIt = (pin: Pin) => pin.account === account && pin.keyVersion === keyVersion;
  const pins = readPins();
  if (pins.some(isIt))
    storage.set(pinsKey, JSON.stringify(pins.map((pin) => (isIt(pin) ? { ...pin, sequence } : pin))));
}

/** Goes back to a former key, or to another one of the same number, of which nothing but the cost is known; never forward. */
export async function lowerPin(owner: string, keyVersion: number): Promise<void> {
  const account = await hashOf(owner);
  const lowered = (pin: Pin) => ({ account, keyVersion, print: null, cost: pin.cost });
  const isIt = (pin: Pin) => pin.account === account && pin.keyVersion >= keyVersion;
  storage.set(pinsKey, JSON.stringify(readPins().map((pin) => (isIt(pin) ? lowered(pin) : pin))));
}

/** Forgets the pin of an account whose vault has ended. Without pins nothing is hashed: a page over http cannot. */
export async function unpinVault(owner: string): Promise<void> {
  if (storage.get(pinsKey) === null) return;
  const account = await hashOf(owner);
  const others = readPins().filter((pin) => pin.account !== account);
  if (others.length > 0) storage.set(pinsKey, JSON.stringify(others));
  else storage.remove(pinsKey);
}
