/** Name that an error gets when a file of the app could not be fetched. */
const chunkErrorName = 'UnfetchedError';

/** Messages of browsers and of the bundler when a file could not be fetched; an error in its code has others. */
const messagePattern =
  /^(?:Failed to fetch dynamically imported|error loading dynamically imported|Importing a module script failed|Unable to preload CSS)/;

/** Addresses of style sheets that could not be fetched. */
const failedStyles = new Set<string>();
let fetching: Promise<void> | undefined;

/** Whether a screen is missing only because its code or its words could not be fetched. */
export function isChunkLoadError(error: Error): boolean {
  return error.name === chunkErrorName;
}

function fetchStyle(href: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    link.addEventListener('load', () => resolve());
    link.addEventListener('error', () => reject(new TypeError(`${href} could not be fetched`)));
    link.href = href;
    document.head.append(link);
  });
}

async function fetchAll(): Promise<void> {
  try {
    await Promise.all([...failedStyles].map(fetchStyle));
  } finally {
    fetching = undefined;
  }
}

/**
 * Fetches the failed style sheets again: the bundler asks for each of them only once, and a later screen needs them.
 * @throws TypeError when one still cannot be fetched
 */
export function retryFailedStyles(): Promise<void> {
  fetching ??= fetchAll();
  return fetching;
}

/** Records what the browser could not fetch, from the start of the page on. */
export function watchChunkErrors(): void {
  window.addEventListener('vite:preloadError', ({ payload }) => {
    if (!messagePattern.test(payload.message)) return;
    // The router knows a missing file by its words, and would load the whole page anew: without a network
    // that loses the page. Under another name the error reaches the screen that says what to do.
    payload.name = chunkErrorName;
    payload.message = `not fetched: ${payload.message}`;
  });
  window.addEventListener('online', () => void retryFailedStyles().catch(() => undefined));
  const sheetOf = ({ target }: Event) =>
    target instanceof HTMLLinkElement && target.rel === 'stylesheet' ? target : null;
  const markFailed = (event: Event) => {
    const sheet = sheetOf(event);
    if (!sheet) return;
    failedStyles.add(sheet.href);
    sheet.remove();
  };
  const markLoaded = (event: Event) => {
    const sheet = sheetOf(event);
    if (sheet) failedStyles.delete(sheet.href);
  };
  // Neither event bubbles.
  document.addEventListener('error', markFailed, true);
  document.addEventListener('load', markLoaded, true);
}

/**
 * Whether the server still has the file that an error is about: a new version may have taken its place.
 * @throws TypeError when the server cannot be reached
 */
export async function isFileGone({ message }: Error): Promise<boolean> {
  const address = /https?:\S+/.exec(message)?.[0];
  const answer = await fetch(address ?? location.href, { cache: 'no-store' });
  return answer.status === 404;
}
