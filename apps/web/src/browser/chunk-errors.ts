/** Name of the error of a file of the app that could not be fetched. */
const unfetched = 'UnfetchedError';

/** What browsers and the bundler say when a file did not come; code that came and broke says other things. */
const messagePattern =
  /^(?:Failed to fetch dynamically imported|error loading dynamically imported|Importing a module script failed|Unable to preload CSS)/;

/** Style sheets that did not come, by their addresses. */
const lostStyles = new Set<string>();
let fetching: Promise<void> | undefined;

/** Whether a screen is missing only because its code or its words could not be fetched. */
export function isChunkLoadError(error: Error): boolean {
  return error.name === unfetched;
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
    await Promise.all([...lostStyles].map(fetchStyle));
  } finally {
    fetching = undefined;
  }
}

/**
 * Fetches the style sheets again that did not come: the bundler asks for each of them only once, and
 * a screen that comes later must not come without.
 * @throws TypeError when one still cannot be fetched
 */
export function retryLostStyles(): Promise<void> {
  fetching ??= fetchAll();
  return fetching;
}

/** Follows what the browser could not fetch, from the start of the page on. */
export function watchChunkErrors(): void {
  window.addEventListener('vite:preloadError', ({ payload }) => {
    if (!messagePattern.test(payload.message)) return;
    // The router knows a missing file by its words, and would load the whole page anew: without a network
    // that loses the page. Under another name the error reaches the screen that says what to do.
    payload.name = unfetched;
    payload.message = `not fetched: ${payload.message}`;
  });
  window.addEventListener('online', () => void retryLostStyles().catch(() => undefined));
  const sheetOf = ({ target }: Event) =>
    target instanceof HTMLLinkElement && target.rel === 'stylesheet' ? target : null;
  const lose = (event: Event) => {
    const sheet = sheetOf(event);
    if (!sheet) return;
    lostStyles.add(sheet.href);
    sheet.remove();
  };
  const find = (event: Event) => lostStyles.delete(sheetOf(event)?.href ?? '');
  // Neither event bubbles.
  document.addEventListener('error', lose, true);
  document.addEventListener('load', find, true);
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
