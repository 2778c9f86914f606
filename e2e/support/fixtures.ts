import { test as base, expect } from '@playwright/test';
import { type AccountKind, Accounts } from './accounts.ts';
import { readSharedServer } from './env.ts';
import { Persona } from './persona.ts';
import { Server } from './server.ts';
import { PageErrors } from './page-errors.ts';
import { type Language, type Words, words } from './words.ts';

export interface Options {
  /** Language of the browser. */
  language: Language;
}

interface Fixtures {
  w: Words;
  /** Address of the product. */
  origin: string;
  pageErrors: PageErrors;
  /** The server of this story; only for `ownServerTest`. */
  server: Server;
  /** Makes an account over HTTP. */
  newPersona: (language?: Language) => Promise<Persona>;
  /** Makes an account, with what `fill` gives it, and opens a page of the product with it. */
  openAsNew: (path: string, fill?: (persona: Persona) => Promise<unknown>) => Promise<Persona>;
  /** A shared account of the worker in the language of the story, for a story that changes nothing. */
  account: (kind: AccountKind) => Promise<Persona>;
}

interface WorkerFixtures {
  accounts: Accounts;
  workerServer: Server;
}

export const test = base.extend<Fixtures & Options, WorkerFixtures>({
  language: ['fr', { option: true }],
  locale: ({ language }, use) => use(language === 'fr' ? 'fr-FR' : 'en-US'),
  workerServer: [
    // oxlint-disable-next-line eslint/no-empty-pattern
    async ({}, use, info) => {
      const server = new Server(`own-${info.workerIndex}`);
      await use(server);
      await server.discard();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  // oxlint-disable-next-line eslint/no-empty-pattern
  accounts: [({}, use) => use(new Accounts(readSharedServer('url'))), { scope: 'worker' }],
  account: ({ accounts, language }, use) => use((kind) => accounts[kind](language)),
  server: async ({ workerServer }, use) => {
    await workerServer.start();
    await use(workerServer);
    await workerServer.start();
  },
  // oxlint-disable-next-line eslint/no-empty-pattern
  baseURL: ({}, use) => use(readSharedServer('url')),
  origin: ({ baseURL }, use) => {
    if (baseURL === undefined) throw new Error('a story without a server');
    return use(new URL(baseURL).origin);
  },
  w: ({ language }, use) => use(words[language]),
  // oxlint-disable-next-line eslint/no-empty-pattern
  pageErrors: async ({}, use) => {
    const pageErrors = new PageErrors();
    await use(pageErrors);
    expect(pageErrors.found, 'what a healthy page never says').toEqual([]);
  },
  context: async ({ context, pageErrors, origin }, use) => {
    await pageErrors.observe(context, origin);
    await use(context);
  },
  newPersona: ({ origin, language }, use) => use((spoken = language) => Persona.create(origin, spoken)),
  openAsNew: ({ page, newPersona }, use) =>
    use(async (path, fill) => {
      const persona = await newPersona();
      await fill?.(persona);
      await persona.openInNewSession(page, path);
      return persona;
    }),
});

/** Stories against a server of the worker's own, which they may stop and start again. */
export const ownServerTest = test.extend({
  baseURL: ({ server }, use) => use(server.url),
});

export { expect } from '@playwright/test';
