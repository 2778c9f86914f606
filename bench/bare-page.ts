import { EventEmitter, once } from 'node:events';
import { z } from 'zod';
import type { Browser } from './browser.ts';

type Session = Awaited<ReturnType<Browser['newBrowserCDPSession']>>;

/** A message of the tab by the Chrome DevTools Protocol: an answer has the id of its command, an event has a name. */
const messageSchema = z.object({ id: z.number().optional(), method: z.string().optional() });

const answerSchema = z.object({ error: z.object({ message: z.string() }).optional(), result: z.unknown().optional() });

const evaluatedSchema = z.object({
  result: z.object({ value: z.unknown().optional() }),
  exceptionDetails: z.unknown().optional(),
});

/**
 * A tab that Playwright does not know, in a browser context of its own. In pages of Playwright the developer tools collect every
 * answer; at the end of a large one they decode it on the page's main thread, which takes up to 170 ms.
 */
export class BarePage {
  readonly #session: Session;
  readonly #sessionId: string;
  readonly #messages = new EventEmitter();
  #sent = 0;

  private constructor(session: Session, sessionId: string) {
    this.#session = session;
    this.#sessionId = sessionId;
    session.on('Target.receivedMessageFromTarget', ({ message }) => {
      const parsed: unknown = JSON.parse(message);
      const { id, method } = messageSchema.parse(parsed);
      this.#messages.emit(method ?? String(id), parsed);
    });
  }

  /** Opens an empty tab. @param size of its window, px */
  static async open(browser: Browser, size: { readonly width: number; readonly height: number }): Promise<BarePage> {
    const session = await browser.newBrowserCDPSession();
    const { browserContextId } = await session.send('Target.createBrowserContext');
    const { targetId } = await session.send('Target.createTarget', { url: 'about:blank', browserContextId, ...size });
    const { sessionId } = await session.send('Target.attachToTarget', { targetId });
    const page = new BarePage(session, sessionId);
    await page.#send('Page.enable', {});
    return page;
  }

  /** Sends a command to the tab. @throws Error with the browser's message when it is refused */
  async #send(method: string, params: object): Promise<unknown> {
    this.#sent += 1;
    const id = this.#sent;
    const answered: Promise<unknown[]> = once(this.#messages, String(id));
    const message = JSON.stringify({ id, method, params });
    await this.#session.send('Target.sendMessageToTarget', { sessionId: this.#sessionId, message });
    const { error, result } = answerSchema.parse((await answered)[0]);
    if (error) throw new Error(`${method}: ${error.message}`);
    return result;
  }

  /** Runs a function in each new document before its own scripts. It is sent as text, so it may use nothing outside of itself. */
  async addInitScript<Argument>(script: (argument: Argument) => void, argument?: Argument): Promise<void> {
    const source = `(${script.toString()})(${JSON.stringify(argument)})`;
    await this.#send('Page.addScriptToEvaluateOnNewDocument', { source });
  }

  /** Opens an address; resolves when its document and scripts have loaded. */
  async goto(url: string): Promise<void> {
    const loaded = once(this.#messages, 'Page.loadEventFired');
    await this.#send('Page.navigate', { url });
    await loaded;
  }

  /**
   * Runs a function in the page and waits for its promise. It is sent as text, so it may use nothing outside of itself.
   * @param argument is sent as JSON
   * @returns its value, as JSON has it
   * @throws Error when the function throws
   */
  async evaluate<Argument>(work: (argument: Argument) => unknown, argument: Argument): Promise<unknown> {
    const expression = `(${work.toString()})(${JSON.stringify(argument)})`;
    const answer = await this.#send('Runtime.evaluate', { expression, awaitPromise: true, returnByValue: true });
    const { result, exceptionDetails } = evaluatedSchema.parse(answer);
    if (exceptionDetails !== undefined) throw new Error(`In the page: ${JSON.stringify(exceptionDetails)}`);
    return result.value;
  }

  /** Closes the tab. */
  async close(): Promise<void> {
    await this.#send('Page.close', {});
  }
}
