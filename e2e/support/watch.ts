import type { BrowserContext } from '@playwright/test';

/** What the browser itself writes when an answer is missing or says no; the product cannot silence it. */
const failedRequest = /^Failed to load resource|net::ERR_/;
/** Written by the test tool, which keeps service workers out of most stories. */
const tool = /Service Worker registration blocked by Playwright/;
/** What the product itself says, on purpose, about a report that nobody answered. */
const reportFailed = /^(?:report (?:not sent|refused)|the app will not open offline yet) /;

/** Hears everything that a healthy page never says. */
export class Watch {
  readonly heard: string[] = [];
  #failedRequests = false;
  #expected: RegExp[] = [];

  /** Requests may fail from here on: the story breaks the network, the server or a login on purpose. */
  allowFailedRequests(): void {
    this.#failedRequests = true;
  }

  /** A story that breaks something on purpose names what will be said about it. */
  expect(pattern: RegExp): void {
    this.#expected.push(pattern);
  }

  /** What was heard so far, once; for stories that check the watch itself. */
  take(): string[] {
    return this.heard.splice(0);
  }

  #hear(what: string): void {
    if (!this.#expected.some((pattern) => pattern.test(what))) this.heard.push(what);
  }

  async follow(context: BrowserContext, origin: string): Promise<void> {
    context.on('console', (message) => {
      if (message.type() !== 'error' && message.type() !== 'warning') return;
      const text = message.text();
      if (tool.test(text)) return;
      if (this.#failedRequests && (failedRequest.test(text) || reportFailed.test(text))) return;
      this.#hear(`console ${message.type()}: ${text} (${message.location().url})`);
    });
    context.on('weberror', (error) => this.#hear(`page error: ${error.error().message}`));
    context.on('request', (request) => {
      const url = new URL(request.url());
      if (/^(?:https?|wss?):$/.test(url.protocol) && url.origin !== origin) this.#hear(`foreign request: ${url.href}`);
    });
    context.on('dialog', (dialog) => {
      this.#hear(`browser dialog: ${dialog.message()}`);
      void dialog.dismiss().catch(() => undefined);
    });
    await context.exposeBinding('storyViolation', (_source, directive: string, blocked: string) => {
      this.#hear(`CSP violation: ${directive} ${blocked}`);
    });
    await context.addInitScript(() => {
      document.addEventListener('securitypolicyviolation', (event) => {
        const report = (window as unknown as { storyViolation: (directive: string, blocked: string) => void })
          .storyViolation;
        report(event.effectiveDirective, event.blockedURI);
      });
    });
  }
}
