/** Functions that run inside the page while a vault is measured. Each is sent as text, so it may use nothing outside of itself. */

/** A task of the main thread that kept everything else waiting. */
interface LongTask {
  readonly startTime: number;
  /** Milliseconds. */
  readonly duration: number;
}

declare global {
  interface Window {
    longTasks: LongTask[];
    slowFrames: PerformanceEntry[];
  }
}

/** Collects tasks of more than 50 ms, and the frames that they delayed. */
export function watchLongTasks(): void {
  window.longTasks = [];
  window.slowFrames = [];
  new PerformanceObserver((list) => window.slowFrames.push(...list.getEntries())).observe({
    type: 'long-animation-frame',
  });
  new PerformanceObserver((list) => window.longTasks.push(...list.getEntries())).observe({ type: 'longtask' });
}

/** The long tasks after a time of the page, and what ran in the frames that they delayed. */
export function longTasksSince(since: number) {
  return window.longTasks
    .filter(({ startTime }) => startTime >= since)
    .map(({ startTime, duration }) => {
      const frames = window.slowFrames.filter(
        (frame) => frame.startTime < startTime + duration && startTime < frame.startTime + frame.duration,
      );
      return { at: Math.round(startTime - since), duration, during: JSON.stringify(frames) };
    });
}

/** Clicks on the button of this name as soon as it can be clicked. */
export async function click(name: string): Promise<void> {
  for (const until = performance.now() + 30_000; performance.now() < until;) {
    const button = Array.from(document.querySelectorAll<HTMLElement>('button, a')).find(
      (one) => one.innerText.trim().split('\n')[0] === name && one.ariaDisabled !== 'true' && !one.matches(':disabled'),
    );
    if (button) return button.click();
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error(`no ${name}: ${location.href} ${document.body.innerText}`);
}

/** Types a text into the field of this name as soon as it is there. */
export async function fill([name, text]: readonly [name: string, text: string]): Promise<void> {
  for (;;) {
    const field = document.querySelector<HTMLInputElement>(`input[name="${name}"], input[aria-label="${name}"]`);
    if (field) {
      // React hears only of values that are set past its own property.
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, text);
      field.dispatchEvent(new Event('input', { bubbles: true }));
      return;
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** The groups of the recovery code that is shown. */
export async function readCode(): Promise<readonly string[]> {
  for (;;) {
    const names = Array.from(document.querySelectorAll('main li'), (item) => item.textContent);
    const groups = names.flatMap((name) => /: (\w) (\w) (\w) (\w)$/.exec(name)?.slice(1).join('') ?? []);
    if (groups.length === 8) return groups;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** The names of the fields that ask for groups of the code. */
export async function askedGroups(): Promise<readonly string[]> {
  for (;;) {
    const names = Array.from(document.querySelectorAll('main li input'), (field) => field.ariaLabel ?? '');
    if (names.length === 2) return names;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** Waits until the page shows a text. @returns milliseconds since `since`, a time of this page */
export async function waitForText([text, since]: readonly [text: string, since: number]): Promise<number> {
  while (!document.body.textContent.includes(text)) await new Promise((resolve) => setTimeout(resolve, 20));
  return performance.now() - since;
}

/** Waits until the page has drawn what is waited for (`watchDrawing`). @returns milliseconds since the start of the navigation */
export async function drawn(): Promise<number> {
  while (window.drawnAt === undefined) await new Promise((resolve) => setTimeout(resolve, 20));
  return window.drawnAt;
}

/** Presses the button that opens the vault, and waits until it is open. */
export async function openVault(): Promise<void> {
  document.querySelector<HTMLElement>('[data-vault-closed] button[type=submit]')?.click();
  while (document.querySelector('[data-vault-closed]')) await new Promise((resolve) => setTimeout(resolve, 20));
}
