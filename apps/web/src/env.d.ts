/// <reference types="vite/client" />

/** Missing in the DOM types of TypeScript: https://www.w3.org/TR/trusted-types/, as far as it is used. */
interface TrustedScriptURL {
  toString(): string;
}

interface TrustedTypePolicyFactory {
  createPolicy(
    name: string,
    rules: { createScriptURL: (url: string) => string },
  ): { createScriptURL: (url: string) => TrustedScriptURL };
}

interface Window {
  readonly trustedTypes?: TrustedTypePolicyFactory;
  readonly Worker: new (scriptUrl: string | TrustedScriptURL, options?: WorkerOptions) => Worker;
}

interface ServiceWorkerContainer {
  register(scriptUrl: string | TrustedScriptURL): Promise<ServiceWorkerRegistration>;
}
