import { limits } from './limits.ts';

/**
 * Every page of a list, the newest first (SPEC.md PAGE-2).
 * @param read answers one page; rejections of it end the pages
 */
export async function* pagesOf<Item extends { readonly _id: string; readonly createdAt: string }>(
  read: (page: { limit: number; before?: string }) => Promise<readonly Item[]>,
): AsyncGenerator<readonly Item[]> {
  let before: { before?: string } = {};
  for (;;) {
    const page = await read({ limit: limits.pageMax, ...before });
    yield page;
    const last = page.at(-1);
    if (!last || page.length < limits.pageMax) return;
    before = { before: `${last.createdAt},${last._id}` };
  }
}
