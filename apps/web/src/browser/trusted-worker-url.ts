/** Made when it is first needed: a policy can be created only once. */
let policy: { createScriptURL: (url: string) => string | TrustedScriptURL } | undefined;

/** The scripts of workers that the build writes, and nothing else. */
const workerPath = /^\/(?:sw|assets\/archive-[\w-]+)\.js$/;

/**
 * The address of a worker's script as the page's policy wants it; the page's headers name the policy.
 * @throws TypeError for any other address
 */
export function trustedWorkerUrl(path: string): string | TrustedScriptURL {
  const rules = {
    createScriptURL(url: string) {
      // In development the server has other addresses, and no policy.
      if (!import.meta.env.DEV && !workerPath.test(url)) throw new TypeError('not a worker of this app');
      return url;
    },
  };
  // Browsers without Trusted Types take the text.
  policy ??= window.trustedTypes?.createPolicy('nuances-worker', rules) ?? rules;
  return policy.createScriptURL(path);
}
