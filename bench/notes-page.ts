/**
 * Functions that run inside the page while notes are measured. Each is sent as text, so it may use nothing outside of
 * itself.
 */

/** Measurements that the page collects. */
interface Seen {
  /** From each key press to its paint, milliseconds. */
  readonly letters: number[];
  /** How long the page has waited for more bytes of the answer that it reads while it arrives, milliseconds. */
  waited: number;
  /** Each text that the page shows about the number of notes, and its time. */
  count: string;
  countAt: number;
}

declare global {
  interface Window {
    seen: Seen;
  }
}

/** Starts the collection; runs in the page. */
export function watchPage(): void {
  const seen: Seen = { letters: [], waited: 0, count: '', countAt: 0 };
  window.seen = seen;
  const reader = ReadableStreamDefaultReader.prototype;
  reader.read = new Proxy(reader.read, {
    async apply(read, self, args: []) {
      const began = performance.now();
      const piece = await Reflect.apply(read, self, args);
      seen.waited += performance.now() - began;
      return piece;
    },
  });
  new MutationObserver(() => {
    const count = Array.from(document.querySelectorAll('[role=status]'), (status) => status.textContent).join(' ');
    if (count === seen.count) return;
    seen.count = count;
    seen.countAt = performance.now();
    dispatchEvent(new Event('count'));
  }).observe(document, { subtree: true, childList: true, characterData: true });
  addEventListener(
    'input',
    ({ timeStamp }) => {
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        // After the frame that shows the result of the search.
        port1.addEventListener('message', () => seen.letters.push(performance.now() - timeStamp));
        port1.start();
        port2.postMessage(null);
      });
    },
    true,
  );
}

/** Puts values into the storage of the origin, as a login does; runs in the page. */
export function store(values: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(values)) localStorage.setItem(name, value);
}

/** Resolves when the link to the notes is shown; runs in the page. */
export async function waitForLink(): Promise<void> {
  while (!document.querySelector('a[href="/note"]')) await new Promise((resolve) => setTimeout(resolve, 20));
}

/**
 * Clicks on Notes and waits until the page has counted them all; runs in the page.
 * @returns milliseconds
 */
export async function openNotes(noteCount: number) {
  const clickedAt = performance.now();
  document.querySelector<HTMLElement>('a[href="/note"]')?.click();
  // The page writes the number with a separator, that of its language.
  while (!window.seen.count.replaceAll(/\D/g, '').includes(String(noteCount)))
    await new Promise((resolve) => addEventListener('count', resolve, { once: true }));
  const { countAt, waited } = window.seen;
  const firstByteAt = performance
    .getEntriesByType('resource')
    .filter((one) => one instanceof PerformanceResourceTiming)
    .find(({ name }) => name.endsWith('/trpc/notes.all'))?.responseStart;
  return {
    openingMs: countAt - (firstByteAt ?? Number.NaN) - waited,
    arrivingMs: countAt - (firstByteAt ?? Number.NaN),
    allMs: countAt - clickedAt,
  };
}

/** The reference: fetches the same notes and opens them without the app; runs in the page. */
export async function referenceLoop({ token, hex }: { token: string; hex: string }) {
  const began = performance.now();
  const response = await fetch('/api/notes/all', { headers: { authorization: `Bearer ${token}` } });
  // Nothing can be imported into the page for validation, and our own server sent it.
  // oxlint-disable-next-line typescript/no-unsafe-assignment
  const answer: { notes: { title: string; text: string }[] } = await response.json();
  const key = await crypto.subtle.importKey(
    'raw',
    Uint8Array.from(hex.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16)),
    'AES-GCM',
    false,
    ['decrypt'],
  );
  const decoder = new TextDecoder();
  const fetched = performance.now();
  for (let at = 0; at < answer.notes.length; at += 50) {
    await Promise.all(
      answer.notes
        .slice(at, at + 50)
        .flatMap(({ title, text }) => [title, text])
        .map(async (envelope) => {
          const binary = atob(envelope);
          const bytes = new Uint8Array(binary.length);
          for (let byte = 0; byte < binary.length; byte += 1) bytes[byte] = binary.charCodeAt(byte);
          const sealed = new Uint8Array(bytes.length - 12);
          sealed.set(bytes.subarray(28));
          sealed.set(bytes.subarray(12, 28), bytes.length - 28);
          const iv = bytes.subarray(0, 12);
          return decoder.decode(await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, key, sealed));
        }),
    );
  }
  const endedAt = performance.now();
  // One per document: each round opens a new one.
  const firstByteAt = performance
    .getEntriesByType('resource')
    .filter((one) => one instanceof PerformanceResourceTiming)
    .find(({ name }) => name.endsWith('/api/notes/all'))?.responseStart;
  return {
    openingMs: endedAt - fetched,
    arrivingMs: endedAt - (firstByteAt ?? Number.NaN),
    allMs: endedAt - began,
  };
}
