import { deriveVaultKeys, newAccountKey } from '@nuances/crypto/vault/account-key';
import { importNoteKey, sealText, openText } from '@nuances/crypto/note-envelope';
import { openScanList, readAnswer, forgetOpenedScans, rememberOpenedScans } from '../src/vault/open-answers.ts';
import { sealScanRow, sealTagsOf, openTagsOf, sealNoteRow, openNoteRow, type RowKeys } from '../src/vault/rows.ts';
import { nextTask } from '../src/browser/next-task.ts';

const longs: number[] = [];
async function measure(name: string, work: () => Promise<unknown>) {
  longs.length = 0;
  // Gaps between tasks that are posted all the time: how long a task of the page would wait.
  let last = performance.now();
  let worst = 0;
  let on = true;
  const channel = new MessageChannel();
  channel.port1.onmessage = () => {
    const now = performance.now();
    worst = Math.max(worst, now - last);
    last = now;
    if (on) setTimeout(() => channel.port2.postMessage(0), 4);
  };
  channel.port2.postMessage(0);
  const from = performance.now();
  await work();
  const ms = performance.now() - from;
  on = false;
  await new Promise((r) => setTimeout(r, 30));
  return { name, ms: Math.round(ms), worstGap: Math.round(worst), longTasks: [...longs].map(Math.round) };
}
function piecesOf(text: string) {
  const bytes = new TextEncoder().encode(text);
  let at = 0;
  return new Response(
    new ReadableStream({
      pull(c) {
        if (at >= bytes.length) return c.close();
        c.enqueue(bytes.slice(at, (at += 65536)));
      },
    }),
  );
}
async function run() {
  new PerformanceObserver((l) => {
    for (const e of l.getEntries()) longs.push(e.duration);
  }).observe({ entryTypes: ['longtask'] });
  const owner = crypto.randomUUID();
  const keys: RowKeys = {
    owner,
    versions: new Map([[2, await deriveVaultKeys(newAccountKey())]]),
    writes: 2,
    noteKey: null,
  };
  const noteKey = await importNoteKey('ab'.repeat(32));
  const n = 10_000;
  const rows: any[] = [];
  const clear: any[] = [];
  for (let i = 0; i < n; i += 200) {
    rows.push(
      ...(await Promise.all(
        Array.from({ length: 200 }, async (_, k) => {
          const _id = crypto.randomUUID();
          const answers = Array.from({ length: 7 }, (_, a) => 1 + ((i + k + a) % 10));
          const sealed = await sealScanRow(keys, _id, { answers, duration: 60, kept: [], moment: 'exact' });
          const tags = k % 2 === 0 ? await sealTagsOf(keys, _id, ['sommeil', 'travail']) : null;
          const createdAt = new Date(1.7e12 + (i + k) * 3.6e6).toISOString();
          clear.push({
            _id,
            createdAt,
            answers,
            scoring: 3,
            duration: 60,
            kept: [],
            moment: 'exact',
            receivedAt: createdAt,
            tags: tags && (await sealText(noteKey, '["sommeil","travail"]')),
          });
          return {
            _id,
            createdAt,
            sealed,
            tags,
            keyVersion: 2,
            arrivedClear: false,
            answers: null,
            scoring: null,
            duration: null,
            kept: [],
            moment: 'exact',
            receivedAt: createdAt,
          };
        }),
      )),
    );
    await nextTask();
  }
  const json = JSON.stringify({ result: { data: rows } });
  const clearJson = JSON.stringify({ result: { data: clear } });
  const out: unknown[] = [{ sealedMB: json.length / 1e6, clearMB: clearJson.length / 1e6 }];
  let opened: unknown[] = [];
  for (let round = 0; round < 2; round += 1) {
    forgetOpenedScans();
    out.push(
      await measure('10,000 clear: parse', async () => {
        await new Response(clearJson).json();
      }),
    );
    out.push(
      await measure('10,000 sealed: parse and open, first time', async () => {
        opened = (await readAnswer(keys, 'results.own', piecesOf(json), async () => new Response(''))) as unknown[];
      }),
    );
    out.push(
      await measure('10,000 sealed: parse, opened before', async () => {
        opened = (await readAnswer(keys, 'results.own', piecesOf(json), async () => new Response(''))) as unknown[];
      }),
    );
    forgetOpenedScans();
    rememberOpenedScans(opened);
    out.push(
      await measure('10,000 sealed: parse, from the copy', async () => {
        opened = (await readAnswer(keys, 'results.own', piecesOf(json), async () => new Response(''))) as unknown[];
      }),
    );
    out.push(
      await measure('500 clear: parse', async () => {
        await new Response(JSON.stringify({ result: { data: clear.slice(0, 500) } })).json();
      }),
    );
    forgetOpenedScans();
    const some = JSON.stringify({ result: { data: rows.slice(0, 500) } });
    out.push(
      await measure('500 sealed: parse and open', async () => {
        await readAnswer(keys, 'results.own', piecesOf(some), async () => new Response(''));
      }),
    );
    const tagged = rows.filter((r) => r.tags);
    const clearTagged = clear.filter((r) => r.tags);
    const chunked = async (items: any[], open: (one: any) => Promise<unknown>) => {
      for (let at = 0; at < items.length; at += 100) {
        await Promise.all(items.slice(at, at + 100).map(open));
        await nextTask();
      }
    };
    out.push(await measure('5,000 tags version 1', () => chunked(clearTagged, (r) => openText(noteKey, r.tags))));
    out.push(await measure('5,000 tags version 2', () => chunked(tagged, (r) => openTagsOf(keys, r, r.tags))));
  }
  const texts = Array.from({ length: 500 }, (_, i) => ({
    title: `Note ${i}`,
    text: 'Le marché. '.repeat(30 + (i % 60)),
    categoryId: 'yellow' as const,
  }));
  const v2 = await Promise.all(
    texts.map(async (note, i) => ({
      _id: `n${i}`,
      keyVersion: 2,
      title: '',
      text: '',
      categoryId: null,
      sealed: await sealNoteRow(keys, `n${i}`, note),
    })),
  );
  const v1 = await Promise.all(
    texts.map(async (note) => ({
      title: await sealText(noteKey, note.title),
      text: await sealText(noteKey, note.text),
    })),
  );
  for (let round = 0; round < 3; round += 1) {
    out.push(
      await measure('500 notes version 1', async () => {
        for (let at = 0; at < 500; at += 50) {
          await Promise.all(
            v1.slice(at, at + 50).map(async (n) => [await openText(noteKey, n.title), await openText(noteKey, n.text)]),
          );
          await nextTask();
        }
      }),
    );
    out.push(
      await measure('500 notes version 2', async () => {
        for (let at = 0; at < 500; at += 50) {
          await Promise.all(v2.slice(at, at + 50).map((n) => openNoteRow(keys, n)));
          await nextTask();
        }
      }),
    );
  }
  return out;
}
(globalThis as any).run = run;
