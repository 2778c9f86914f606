import type { Locale } from '@nuances/domain/locales';
import type { CliTexts } from '@nuances/i18n/cli-texts';
import { createClient, type NuancesClient, type SessionStore } from '../client.ts';
import type { Arguments, OptionName } from './arguments.ts';
import {
  CredentialsInvalid,
  CredentialsExposed,
  readCredentials,
  writeCredentials,
  type Credentials,
} from './credentials.ts';
import type { CliEnv } from './env.ts';
import { CliFailure, exitCodes, wrong } from './failure.ts';
import { prompt, readDescriptor } from './prompt.ts';

const defaultUrl = 'http://localhost:3000';

/** What every command has. */
export class CliContext {
  readonly env: CliEnv;
  readonly texts: CliTexts;
  readonly #arguments: Arguments;

  constructor(env: CliEnv, texts: CliTexts, given: Arguments) {
    this.env = env;
    this.texts = texts;
    this.#arguments = given;
  }

  get locale(): Locale {
    return this.env.locale;
  }

  /** The value of an option that may stand once; the last one counts. */
  option(name: OptionName): string | undefined {
    return this.#arguments.values.get(name)?.at(-1);
  }

  options(name: OptionName): readonly string[] {
    return this.#arguments.values.get(name) ?? [];
  }

  isOn(name: OptionName): boolean {
    return this.#arguments.switches.has(name);
  }

  /** Answers on standard output: the sentence, or with --json the object in one line. */
  answer(sentence: string, json: object): void {
    process.stdout.write(`${this.isOn('json') ? JSON.stringify(json) : sentence}\n`);
  }

  /** The stored login; null without one. */
  async credentials(): Promise<Credentials | null> {
    const file = this.env.credentialsFile;
    const { failure } = this.texts.cli;
    try {
      return await readCredentials(file);
    } catch (cause) {
      if (cause instanceof CredentialsExposed)
        throw new CliFailure('exposed', exitCodes.session, failure.exposed({ file, command: `chmod 600 '${file}'` }));
      if (cause instanceof CredentialsInvalid)
        throw new CliFailure('broken', exitCodes.session, failure.broken({ file }), { cause });
      throw cause;
    }
  }

  /** The address that was named, by option or environment. */
  get namedUrl(): string | undefined {
    return this.option('url') ?? this.env.url;
  }

  /** The address that calls go to. */
  async address(): Promise<string> {
    const stored = this.env.token === undefined ? await this.credentials().catch(() => null) : null;
    return this.urlOf(this.namedUrl ?? stored?.url ?? defaultUrl);
  }

  /** A client with nothing of the stored login but its address and where to put a new one. */
  async guest(username: string): Promise<NuancesClient> {
    const url = await this.address();
    return createClient({ url, language: this.locale, store: this.#storeFor(url, username) });
  }

  /** A client in the name of the script token, or of the stored login, which is sent to its own address only. */
  async client(): Promise<NuancesClient> {
    const { token } = this.env;
    if (token !== undefined)
      return createClient({ url: this.urlOf(this.namedUrl ?? defaultUrl), token, language: this.locale });
    const stored = await this.credentials();
    const { failure } = this.texts.cli;
    if (!stored)
      throw new CliFailure('notLoggedIn', exitCodes.session, failure.notLoggedIn({ command: 'nuances login' }));
    if (this.namedUrl !== undefined && this.urlOf(this.namedUrl) !== stored.url)
      throw new CliFailure('otherAddress', exitCodes.session, failure.otherAddress({ url: stored.url }));
    return createClient({
      url: stored.url,
      language: this.locale,
      store: this.#storeFor(stored.url, stored.username),
    });
  }

  /**
   * The passphrase or recovery code of the vault: typed without being shown, or what a file descriptor gives. Standard input
   * may be the text of a note, so it is never taken for it.
   * @throws CliFailure without one
   */
  async vaultSecret(): Promise<string> {
    const { ask, failure } = this.texts.cli;
    return this.#secret('passphrase-fd', ask.vault(), failure.noPassphrase());
  }

  /** The passphrase of a sealed file, in the same ways. @throws CliFailure without one */
  async fileSecret(question = this.texts.cli.ask.file()): Promise<string> {
    return this.#secret('file-passphrase-fd', question, this.texts.cli.failure.noFilePassphrase());
  }

  async #secret(option: 'passphrase-fd' | 'file-passphrase-fd', question: string, missing: string): Promise<string> {
    const given = this.option(option);
    const notOpen = this.texts.cli.failure.passphraseFd({ option: `--${option}` });
    if (given !== undefined && !/^\d{1,4}$/.test(given)) throw wrong('passphraseFd', notOpen);
    if (given === undefined && !process.stdin.isTTY) throw wrong('noPassphrase', missing);
    const secret =
      given === undefined
        ? await prompt(question, { isSecret: true })
        : await readDescriptor(Number(given)).catch((cause: unknown) => {
            throw new CliFailure('passphraseFd', exitCodes.usage, notOpen, { cause });
          });
    if (secret === null || secret.trim() === '') throw wrong('noPassphrase', missing);
    return secret;
  }

  /**
   * An address in one form.
   * @throws CliFailure
   */
  urlOf(url: string): string {
    try {
      return createClient({ url }).url;
    } catch (cause) {
      throw new CliFailure('url', exitCodes.usage, this.texts.cli.failure.url({ url }), { cause });
    }
  }

  #storeFor(url: string, username: string): SessionStore {
    return {
      read: () => this.credentials(),
      write: (session) => writeCredentials(this.env.credentialsFile, session && { url, username, ...session }),
    };
  }
}
