import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { readSharedServer } from './env.ts';

export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

const mailWithin = 15_000;

/** The folder to which a server without a mail provider writes its mails. */
export class Mailbox {
  readonly #folder: string;
  readonly #taken = new Set<Mail['text']>();

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Every mail, oldest first. */
  async all(): Promise<Mail[]> {
    const names = await readdir(this.#folder).catch(() => []);
    const whole = names.filter((name) => name.endsWith('.json')).toSorted();
    return Promise.all(whole.map(async (name) => JSON.parse(await readFile(join(this.#folder, name), 'utf8')) as Mail));
  }

  /** Mails to an address so far. */
  async to(address: string): Promise<Mail[]> {
    return (await this.all()).filter(({ to }) => to === address);
  }

  /** The next mail to an address with a subject; waits for it, and returns each mail once. */
  async next(address: string, subject: string): Promise<Mail> {
    for (const end = Date.now() + mailWithin; ; await pause(50)) {
      const found = (await this.to(address)).find((mail) => subjectOf(mail) === subject && !this.#taken.has(mail.text));
      if (found) {
        this.#taken.add(found.text);
        return found;
      }
      if (Date.now() > end) {
        const had = (await this.to(address)).map((mail) => mail.subject);
        throw new Error(`no mail “${subject}” came; there are: ${had.join(', ') || 'none'}`);
      }
    }
  }
}

/** A subject without the name of the account. */
export const subjectOf = ({ subject }: Mail) => subject.replace(/ \((?:account|compte) \w+\)$/, '');

/** The link for an owner of an address who does not know the account. */
export const unknownAccountLinkIn = ({ text }: Mail) => /\S+\/auth\/unknown-account\/\S+/.exec(text)?.[0] ?? '';

/** The only link of a mail, besides that one. */
export function linkIn({ text }: Pick<Mail, 'text'>): string {
  const [link, ...more] = new Set(text.match(/https?:\/\/(?!\S+\/unknown-account\/)\S+/g));
  if (link === undefined || more.length > 0) throw new Error('a mail has one link');
  return link;
}

/** The token of the first link; undefined without one, as in a notice. */
export function tokenIn({ text }: Pick<Mail, 'text'>): string | undefined {
  return /\/auth\/[a-z-]+\/([\w-]{20,})$/m.exec(text)?.[1];
}

/** The mails of the server that the other stories share. */
export function sharedMailbox(): Mailbox {
  return new Mailbox(readSharedServer('outbox'));
}
