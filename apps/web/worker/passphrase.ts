/**
 * Makes the secret of a passphrase with Argon2id, which is WebAssembly: the answer with this file allows that, the policy of
 * the pages does not (`http/security-headers.ts` of the API). It does one job; the page terminates it.
 */
import type { PassphraseParameters } from '@nuances/crypto/vault/passphrase-parameters';
import { stretchPassphrase } from '@nuances/crypto/vault/passphrase-secret';

/** The TypeScript library has one `self` for all kinds of workers. */
declare const self: DedicatedWorkerGlobalScope;

interface StretchRequest {
  readonly passphrase: string;
  readonly parameters: PassphraseParameters;
}

self.addEventListener('message', ({ data }: MessageEvent<StretchRequest>) => {
  stretchPassphrase(data.passphrase, data.parameters).then(
    (secret) => self.postMessage(secret, [secret.buffer]),
    // Too little memory, as a rule.
    () => self.postMessage(null),
  );
});
