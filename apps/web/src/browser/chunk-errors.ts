/** Name of an error for a file of the app that could not be fetched. */
const chunkErrorName = 'UnfetchedError';

/** Messages of browsers and of the bundler for a file that could not be fetched. */
const messagePattern =
  /^(?:Failed to fetch dynamically imported|error loading dynamically imported|Importing a module script failed|Unable to preload CSS)/;

/** Addresses of style sheets that could not be fetched. */
const failedStyles = new Set<string>();
let fetching: Promise<void> | undefined;

/** Whether a screen failed only because its code or translations could not be fetched. */
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
 * Fetches the failed style sheets again. The bundler requests each of them only once, but a later screen needs them.
 * @throws TypeError when one still cannot be fetched
 */
export function retryFailedStyles(): Promise<void> {
  fetching ??= fetchAll();
  return fetching;
}

/** Records files that the browser could not fetch. Call it at the start of the page. */
export function watchChunkErrors(): void {
  window.addEventListener('vite:preloadError', ({ payload }) => {
    if (!messagePattern.test(payload.message)) return;
    // The router recognises a missing file by the error's message and reloads the page, which without a network loses
    // it. With another name the error reaches the screen that explains what to do.
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
  // These events do not bubble, so they are captured.
  document.addEventListener('error', markFailed, true);
  document.addEventListener('load', markLoaded, true);
}

/**
 * Whether the server still has the file that an error is about; a new version may have removed it.
 * @throws TypeError when the server cannot be reached
 */
export async function isFileGone({ message }: Error): Promise<boolean> {
  const address = /https?:\S+/.exec(message)?.[0];
  const answer = await fetch(address ?? location.href, { cache: 'no-store' });
  return answer.status === 404;
}
