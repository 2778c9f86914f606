import type { Page } from '@playwright/test';

/** Every text that a page still reaches in its memory, after a collection of garbage. */
export async function memoryText(page: Page): Promise<string> {
  const client = await page.context().newCDPSession(page);
  const parts: string[] = [];
  client.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => parts.push(chunk));
  await client.send('HeapProfiler.collectGarbage');
  await client.send('HeapProfiler.takeHeapSnapshot');
  await client.detach();
  const { strings } = JSON.parse(parts.join('')) as { readonly strings: readonly string[] };
  return strings.join('\n');
}
