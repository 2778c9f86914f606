/** An authenticator in software, as strict or as wrong as a test needs it (WebAuthn, ES256, no attestation). */
import { isoCBOR } from '@simplewebauthn/server/helpers';
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { password, type TestApp } from './test-app.ts';

const sha256 = (data: Uint8Array | string) => createHash('sha256').update(data).digest();

/** What may be wrong with an answer. */
export interface Deviation {
  readonly origin?: string;
  readonly rpId?: string;
  readonly challenge?: string;
  readonly type?: string;
  /** By default one more than the last, or 0 of an authenticator that does not count. */
  readonly counter?: number;
  readonly isVerified?: boolean;
  readonly isPresent?: boolean;
  /** The account that it names; null for none. */
  readonly userHandle?: string | null;
  /** Signs with another key. */
  readonly isForged?: boolean;
}

interface Asked {
  readonly challenge: string;
}

const flags = ({ isPresent = true, isVerified = true }: Deviation) => (isPresent ? 1 : 0) | (isVerified ? 4 : 0);

const newKeys = () => generateKeyPairSync('ec', { namedCurve: 'P-256' });

function coseOf(publicKey: KeyObject): Uint8Array {
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  return isoCBOR.encode(
    new Map<number, number | Uint8Array>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x, 'base64url')],
      [-3, Buffer.from(y, 'base64url')],
    ]),
  );
}

/** One passkey on a device. */
export class SoftPasskey {
  readonly id: string;
  readonly #keys = newKeys();
  readonly #origin: string;
  readonly #counts: boolean;
  #counter = 0;
  #userHandle = '';

  constructor({ origin = 'http://localhost:3000', counts = true, id = randomBytes(16).toString('base64url') } = {}) {
    this.id = id;
    this.#origin = origin;
    this.#counts = counts;
  }

  get #named() {
    return { id: this.id, rawId: this.id, type: 'public-key' as const };
  }

  #clientData(type: string, asked: Asked, wrong: Deviation): Buffer {
    const said = { type: wrong.type ?? type, challenge: wrong.challenge ?? asked.challenge };
    return Buffer.from(JSON.stringify({ ...said, origin: wrong.origin ?? this.#origin, crossOrigin: false }));
  }

  #authenticatorData(wrong: Deviation, more: Uint8Array = new Uint8Array()): Buffer {
    if (this.#counts) this.#counter += 1;
    const head = Buffer.alloc(5);
    head.writeUInt8(flags(wrong) | (more.length > 0 ? 64 : 0));
    head.writeUInt32BE(wrong.counter ?? this.#counter, 1);
    return Buffer.concat([sha256(wrong.rpId ?? new URL(this.#origin).hostname), head, more]);
  }

  /** The answer to `navigator.credentials.create`. */
  create(asked: Asked & { readonly user: { readonly id: string } }, wrong: Deviation = {}) {
    this.#userHandle = asked.user.id;
    const id = Buffer.from(this.id, 'base64url');
    const length = Buffer.alloc(2);
    length.writeUInt16BE(id.length);
    const made = Buffer.concat([Buffer.alloc(16), length, id, coseOf(this.#keys.publicKey)]);
    const attestation = new Map<string, string | Uint8Array | Map<string, string>>([
      ['fmt', 'none'],
      ['attStmt', new Map<string, string>()],
      ['authData', new Uint8Array(this.#authenticatorData(wrong, made))],
    ]);
    return {
      ...this.#named,
      response: {
        clientDataJSON: this.#clientData('webauthn.create', asked, wrong).toString('base64url'),
        attestationObject: Buffer.from(isoCBOR.encode(attestation)).toString('base64url'),
      },
    };
  }

  /** The answer to `navigator.credentials.get`. */
  get(asked: Asked, wrong: Deviation = {}) {
    const clientData = this.#clientData('webauthn.get', asked, wrong);
    const data = this.#authenticatorData(wrong);
    const { privateKey } = wrong.isForged ? newKeys() : this.#keys;
    const userHandle = wrong.userHandle === undefined ? this.#userHandle : wrong.userHandle;
    return {
      ...this.#named,
      response: {
        clientDataJSON: clientData.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: sign('sha256', Buffer.concat([data, sha256(clientData)]), privateKey).toString('base64url'),
        ...(userHandle !== null && { userHandle }),
      },
    };
  }
}

/** Adds a passkey to an account; the password is proven then. */
export async function addPasskey(
  { api }: Pick<TestApp['alice'], 'api'>,
  name = 'a device',
  passkey = new SoftPasskey(),
): Promise<SoftPasskey> {
  await api.security.prove({ password });
  await api.security.addPasskey({ name, credential: passkey.create(await api.security.newPasskeyOptions()) });
  return passkey;
}
