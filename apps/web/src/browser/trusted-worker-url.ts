/** Created at the first use, because a policy can be created only once. */
let policy: { createScriptURL: (url: string) => string | TrustedScriptURL } | undefined;

/** Paths of the workers that the build writes. */
const workerPath = /^\/(?:sw|assets\/(?:archive|passphrase)-[\w-]+)\.js$/;

/**
 * Address of a worker's script in the form that the page's Trusted Types policy requires.
 * @throws TypeError for any other address
 */
export function trustedWorkerUrl(path: string): string | TrustedScriptURL {
  const rules = {
    createScriptURL(url: string) {
      // The development server has other addresses, and no policy.
      if (!import.meta.env.DEV && !workerPath.test(url)) throw new TypeError('not a worker of this app');
      return url;
    },
  };
  // Browsers without Trusted Types accept a string.
  policy ??= window.trustedTypes?.createPolicy('nuances-worker', rules) ?? rules;
  return policy.createScriptURL(path);
}
