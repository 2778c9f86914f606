import type { Page } from '@playwright/test';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Language } from './words.ts';

export const goodPassword = 'Nuit&Jour7';

interface Tokens {
  readonly shortToken: string;
  readonly refreshToken: string;
  /** 64 hexadecimal digits. */
  readonly userKey: string;
}

export interface SavedScan {
  readonly _id: string;
  readonly answers: readonly number[];
  readonly createdAt: string;
}

/** A person with an account, made through the public interface only. */
export class Persona {
  readonly username: string;
  readonly email: string;
  readonly password: string;
  readonly language: Language;
  readonly #origin: string;
  #tokens: Tokens | undefined;
  #tokensAt = 0;

  private constructor(origin: string, language: Language, username: string, password: string) {
    this.username = username;
    this.email = `${username}@example.org`;
    this.password = password;
    this.language = language;
    this.#origin = origin;
  }

  /** A person who signed up in the browser. */
  static of(origin: string, language: Language, username: string, password: string): Persona {
    return new Persona(origin, language, username, password);
  }

  static async create(origin: string, language: Language, password = goodPassword): Promise<Persona> {
    const id = randomUUID().replaceAll('-', '').slice(0, 12);
    const persona = new Persona(origin, language, `story_${id}`, password);
    const { username, email } = persona;
    await persona.call('POST', '/api/auth/signup', { username, email, password, language, consent: true });
    return persona;
  }

  async call(method: string, path: string, body?: unknown, token?: string, tries = 5): Promise<unknown> {
    const response = await fetch(`${this.#origin}${path}`, {
      method,
      headers: {
        'accept-language': this.language,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    const afterS = Number(response.headers.get('retry-after'));
    if (response.status === 503 && afterS > 0 && tries > 1) {
      // A machine that does too much at a time: the server says when to ask again, and a client does so.
      await sleep(afterS * 1_000);
      return this.call(method, path, body, token, tries - 1);
    }
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return JSON.parse(text) as unknown;
  }

  /** Begins a session; throws with the status of a refusal. */
  async logIn(password = this.password): Promise<Tokens> {
    return (await this.call('POST', '/api/auth/login', { username: this.username, password })) as Tokens;
  }

  /** A call with the session of {@link tokens}. */
  async callAsUser(method: string, path: string, body?: unknown): Promise<unknown> {
    return this.call(method, path, body, (await this.tokens()).shortToken);
  }

  /** A session of its own, separate from the one in the browser; a new one after five minutes, because access tokens end. */
  async tokens(): Promise<Tokens> {
    if (this.#tokens && Date.now() - this.#tokensAt < 300_000) return this.#tokens;
    this.#tokensAt = Date.now();
    return (this.#tokens = await this.logIn());
  }

  /** The account's id, as its access token has it. */
  async id(): Promise<string> {
    const { shortToken } = await this.tokens();
    const claims = Buffer.from(shortToken.split('.')[1] ?? '', 'base64url').toString();
    return (JSON.parse(claims) as { readonly sub: string }).sub;
  }

  async saveScan(answers: readonly number[], createdAt = new Date().toISOString()): Promise<void> {
    await this.callAsUser('POST', '/api/results', { answers, scoring: 0, duration: 30, createdAt });
  }

  /** Scans one day apart, the newest an hour ago. */
  async saveScans(count: number): Promise<void> {
    for (let index = 0; index < count; index += 1) {
      const time = new Date(Date.now() - 3_600_000 - index * 86_400_000).toISOString();
      await this.saveScan([1 + (index % 10), 6, 9, 7, 5, 8, 7], time);
    }
  }

  async scans(): Promise<readonly SavedScan[]> {
    return (await this.callAsUser('GET', '/api/results?source=history')) as readonly SavedScan[];
  }

  /** Opens a page with a session of its own. */
  async openInNewSession(page: Page, path: string): Promise<void> {
    await this.#open(page, path, await this.logIn());
  }

  /** Opens a page with the session of {@link tokens}: for stories that neither end it nor last longer than its token. */
  async openInSharedSession(page: Page, path: string): Promise<void> {
    await this.#open(page, path, await this.tokens());
  }

  async #open(page: Page, path: string, tokens: Tokens): Promise<void> {
    await page.goto(`${this.#origin}/favicon.svg`);
    await page.evaluate(({ shortToken, refreshToken }) => {
      localStorage.setItem('token', shortToken);
      localStorage.setItem('refreshToken', refreshToken);
    }, tokens);
    await page.goto(`${this.#origin}${path}`);
  }
}
