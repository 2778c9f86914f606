import type { BrowserContext } from '@playwright/test';

/** Messages that the browser itself writes about failed requests; the product cannot suppress them. */
const failedRequest = /^Failed to load resource|net::ERR_/;
/** Written by Playwright, which blocks service workers in most stories. */
const tool = /Service Worker registration blocked by Playwright/;
/** Written by the product on purpose, about an unanswered report. */
const reportFailed = /^(?:report (?:not sent|refused)|the app will not open offline yet) /;

/** Records errors that a healthy page never has. */
export class PageErrors {
  readonly found: string[] = [];
  #failedRequests = false;
  #expected: RegExp[] = [];

  /** From here on requests may fail: the story breaks the network, the server or a login on purpose. */
  allowFailedRequests(): void {
    this.#failedRequests = true;
  }

  /** Declares the errors that a story causes on purpose. */
  expect(pattern: RegExp): void {
    this.#expected.push(pattern);
  }

  /** Returns and clears the recorded errors; for stories that check this list itself. */
  take(): string[] {
    return this.found.splice(0);
  }

  #record(what: string): void {
    if (!this.#expected.some((pattern) => pattern.test(what))) this.found.push(what);
  }

  async observe(context: BrowserContext, origin: string): Promise<void> {
    context.on('console', (message) => {
      if (message.type() !== 'error' && message.type() !== 'warning') return;
      const text = message.text();
      if (tool.test(text)) return;
      if (this.#failedRequests && (failedRequest.test(text) || reportFailed.test(text))) return;
      this.#record(`console ${message.type()}: ${text} (${message.location().url})`);
    });
    context.on('weberror', (error) => this.#record(`page error: ${error.error().message}`));
    context.on('request', (request) => {
      const url = new URL(request.url());
      if (/^(?:https?|wss?):$/.test(url.protocol) && url.origin !== origin)
        this.#record(`foreign request: ${url.href}`);
    });
    context.on('dialog', (dialog) => {
      this.#record(`browser dialog: ${dialog.message()}`);
      void dialog.dismiss().catch(() => undefined);
    });
    await context.exposeBinding('storyViolation', (_source, directive: string, blocked: string) => {
      this.#record(`CSP violation: ${directive} ${blocked}`);
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
