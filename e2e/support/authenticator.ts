import type { CDPSession, Page } from '@playwright/test';

/** A virtual authenticator of Chromium: what a phone or a laptop does when it is asked for the face or the finger. */
export class VirtualAuthenticator {
  readonly #session: CDPSession;
  readonly #authenticatorId: string;

  private constructor(session: CDPSession, authenticatorId: string) {
    this.#session = session;
    this.#authenticatorId = authenticatorId;
  }

  /**
   * Plugs one in; the person is there, and their finger is known.
   * @param hasPrf whether it can give a key to a vault
   */
  static async plugIn(
    page: Page,
    transport: 'internal' | 'usb' = 'internal',
    hasPrf = false,
  ): Promise<VirtualAuthenticator> {
    const session = await page.context().newCDPSession(page);
    await session.send('WebAuthn.enable');
    const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport,
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        hasPrf,
        automaticPresenceSimulation: true,
      },
    });
    return new VirtualAuthenticator(session, authenticatorId);
  }

  /** Whether the finger is known to it. */
  async setVerified(isUserVerified: boolean): Promise<void> {
    const { authenticatorId } = this.#target;
    await this.#session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified });
  }

  async credentials() {
    return (await this.#session.send('WebAuthn.getCredentials', this.#target)).credentials;
  }

  /** Sets every counter back, as that of a copy is. */
  async rewind(): Promise<void> {
    for (const credential of await this.credentials()) {
      await this.#session.send('WebAuthn.removeCredential', { ...this.#target, credentialId: credential.credentialId });
      await this.#session.send('WebAuthn.addCredential', {
        ...this.#target,
        credential: { ...credential, signCount: 0 },
      });
    }
  }

  async unplug(): Promise<void> {
    await this.#session.send('WebAuthn.removeVirtualAuthenticator', this.#target);
  }

  get #target() {
    return { authenticatorId: this.#authenticatorId };
  }
}
