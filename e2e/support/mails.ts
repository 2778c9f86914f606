import type { Page } from '@playwright/test';
import { expect, ownServerTest } from './fixtures.ts';
import { type Mail, Mailbox, tokenIn } from './mailbox.ts';
import { findSecrets, storySecrets } from './secrets.ts';

/** Secrets of a story: neither the log nor a mail may contain them. */
class Secrets {
  readonly words = new Set<string>(storySecrets);

  add(...words: readonly string[]): void {
    for (const word of words) this.words.add(word);
  }

  /** The tokens in the browser now. */
  async addTokens(page: Page): Promise<void> {
    this.add(
      ...(
        await page.evaluate(() => [localStorage.getItem('token') ?? '', localStorage.getItem('refreshToken') ?? ''])
      ).filter((token) => token !== ''),
    );
  }
}

/** Checks the form that every mail has. */
function expectForm(mail: Mail): void {
  const links = [...new Set(mail.text.match(/https?:\/\/\S+/g))];
  // The account that a subject ends with has a name of any length.
  expect(mail.subject.replace(/ \(?(?:account|compte) \w+\)?$/, '').length, mail.subject).toBeLessThanOrEqual(40);
  const hrefs = [...mail.html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href);
  expect([...new Set(hrefs)], `${mail.subject}: text and page hold the same links`).toEqual(links);
  expect(mail.html, 'nothing is loaded').not.toMatch(/<(?:img|link|script|iframe)|url\(|src=/i);
  expect(mail.text).not.toMatch(/\{\w+\}|undefined|\[object|NaN|Invalid Date/);
  expect(mail.html).not.toMatch(/>[^<]*(?:undefined|\[object|NaN|Invalid Date)/);
}

/** Checks all mails together: their form, and that none contains another person's secrets. */
function expectDiscreet(mails: readonly Mail[], secrets: Secrets): void {
  const private_ = [...secrets.words].filter((word) => !word.includes('@'));
  for (const mail of mails) {
    expectForm(mail);
    const whole = JSON.stringify(mail);
    expect(findSecrets(whole, private_), `secrets in “${mail.subject}”`).toEqual([]);
    const others = mails.filter((other) => other !== mail).map(tokenIn);
    expect(
      others.filter((token) => token !== undefined && whole.includes(token)),
      'tokens of other mails',
    ).toEqual([]);
  }
}

interface MailFixtures {
  mailbox: Mailbox;
  secrets: Secrets;
}

/** Stories about mails, with their own server, whose log and mails are searched for secrets after each of them. */
export const test = ownServerTest.extend<MailFixtures>({
  mailbox: ({ server }, use) => use(new Mailbox(server.outbox)),
  secrets: [
    async ({ server, mailbox }, use) => {
      const secrets = new Secrets();
      await use(secrets);
      const mails = await mailbox.all();
      expectDiscreet(mails, secrets);
      secrets.add(...mails.flatMap((mail) => [mail.to, tokenIn(mail) ?? mail.to]));
      const log = await server.log();
      expect(log, 'the log says what happened').toMatch(/"route":"\/(?:trpc|api)\//);
      expect(findSecrets(log, secrets.words), 'secrets in the log').toEqual([]);
    },
    { auto: true },
  ],
});
