import { signalWithin } from '@nuances/domain/timeout-signal';
import { Agent as HttpAgent, request as httpRequest } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { AddressRefused, isPushAddress, publicLookup } from './push-address.ts';
import type { PushKeys } from './push-keys.ts';
import { loadWebPush } from './web-push.ts';

/** A push service that has not answered by then is left, milliseconds. */
const timeoutMs = 10_000;
/** A signature is used again for this long; RFC 8292 allows a day, milliseconds. */
const signatureMs = 3_600_000;
/** Push services whose signatures are kept; the few that browsers use. */
const signaturesMax = 100;
/** An answer is a few words; after so many bytes its connection is closed. */
const answerMaxBytes = 16_384;
/** A connection is used again when the next notification follows at once; push services keep it for longer. */
const agentOptions = { keepAlive: true, maxSockets: 256, timeout: 2_000 };

/**
 * What came of a notification: `sent`; `gone`, for a subscription that ended or an address that may not be called;
 * `failed`, when it did certainly not go out; `unsure`, when the answer was lost.
 */
export type PushOutcome = 'sent' | 'gone' | 'failed' | 'unsure';

/** The way to the push services that browsers name. */
export interface PushService {
  /** For the browser: its subscription is tied to this key. */
  publicKey(): Promise<string>;
  /** Whether a subscription may have this address. */
  accepts(endpoint: string): boolean;
  /**
   * Asks the push service to notify the device, without any content. Never rejects.
   * @param ttlS seconds for which the push service may keep it
   */
  notify(endpoint: string, ttlS: number, signal: AbortSignal): Promise<PushOutcome>;
}

/** Limits and faults that pass; every other refusal is for good. */
const passing = [408, 425, 429];

function outcomeOf(status: number): PushOutcome {
  if (status >= 200 && status < 300) return 'sent';
  return status >= 400 && status < 500 && !passing.includes(status) ? 'gone' : 'failed';
}

/**
 * @param options.contact where a push service reaches the operator: an `https:` or `mailto:` URI
 * @param options.allowsLoopback for tests: http on 127.0.0.1 as well
 */
export function createPushService(
  keys: () => Promise<PushKeys>,
  options: { contact(): string; readonly allowsLoopback: boolean },
): PushService {
  const agents = { http: new HttpAgent(agentOptions), https: new HttpsAgent(agentOptions) };
  /** By push service, sender and key. Signing costs more than the rest of a notification. */
  const signatures = new Map<string, { readonly header: string; readonly until: number }>();

  async function signatureFor(origin: string): Promise<string> {
    const pair = await keys();
    const subject = options.contact();
    const key = `${origin} ${subject} ${pair.publicKey}`;
    const known = signatures.get(key);
    if (known && known.until > performance.now()) return known.header;
    const { getVapidHeaders } = await loadWebPush();
    const made = getVapidHeaders(origin, subject, pair.publicKey, pair.privateKey, 'aes128gcm');
    if (signatures.size >= signaturesMax) signatures.clear();
    signatures.set(key, { header: made.Authorization, until: performance.now() + signatureMs });
    return made.Authorization;
  }

  async function post(endpoint: string, ttlS: number, signal: AbortSignal): Promise<PushOutcome> {
    const url = new URL(endpoint);
    const { generateRequestDetails } = await loadWebPush();
    const { headers } = generateRequestDetails({ endpoint, keys: { p256dh: '', auth: '' } }, null, {
      headers: { Authorization: await signatureFor(url.origin) },
      TTL: ttlS,
      urgency: 'normal',
      topic: 'reminder',
    });
    const ended = signalWithin(timeoutMs, signal);
    // web-push would send it as well, but to any address. No redirect is followed.
    const sent =
      url.protocol === 'http:'
        ? httpRequest(url, { method: 'POST', headers, signal: ended, agent: agents.http })
        : httpsRequest(url, { method: 'POST', headers, signal: ended, agent: agents.https, lookup: publicLookup });
    return new Promise((resolve) => {
      sent.on('error', (error) => {
        if (error instanceof AddressRefused) resolve('gone');
        else resolve(sent.writableFinished ? 'unsure' : 'failed');
      });
      sent.on('response', (response) => {
        resolve(response.statusCode === undefined ? 'unsure' : outcomeOf(response.statusCode));
        // What else it says is thrown away, so that the connection can be used again.
        let left = answerMaxBytes;
        response
          .on('error', () => undefined)
          .on('data', (chunk: Buffer) => {
            left -= chunk.length;
            if (left < 0) response.destroy();
          });
      });
      sent.end();
    });
  }

  return {
    publicKey: async () => (await keys()).publicKey,
    accepts: (endpoint) => isPushAddress(endpoint, options.allowsLoopback),
    async notify(endpoint, ttlS, signal) {
      if (!isPushAddress(endpoint, options.allowsLoopback)) return 'gone';
      try {
        return await post(endpoint, ttlS, signal);
      } catch {
        return 'failed';
      }
    },
  };
}
