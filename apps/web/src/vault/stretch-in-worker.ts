import type { PassphraseParameters } from '@nuances/crypto/vault/passphrase-parameters';
import { trustedWorkerUrl } from '../browser/trusted-worker-url.ts';
// oxlint-disable-next-line import/default -- the build gives the address of the file
import workerPath from '../../worker/passphrase.ts?worker&url';

/** The device could not do the work: too little memory, or the code could not be loaded. */
class StretchFailed extends Error {
  override readonly name = 'StretchFailed';
}

/**
 * The secret of a passphrase's slot, 32 bytes, made in a worker, which ends with it. Takes up to two seconds.
 * @throws StretchFailed
 */
export async function stretchInWorker(
  passphrase: string,
  parameters: PassphraseParameters,
): Promise<Uint8Array<ArrayBuffer>> {
  const worker = new window.Worker(trustedWorkerUrl(workerPath), { type: 'module' });
  const secret = await new Promise<Uint8Array<ArrayBuffer> | null>((resolve) => {
    worker.addEventListener('error', () => resolve(null));
    worker.addEventListener('message', ({ data }: MessageEvent<Uint8Array<ArrayBuffer> | null>) => resolve(data));
    worker.postMessage({ passphrase, parameters });
  }).finally(() => worker.terminate());
  if (secret === null) throw new StretchFailed('The passphrase could not be stretched');
  return secret;
}
