import type { Page } from '@nuances/domain/paging';
import { and, asc, desc, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';

interface Ordered {
  readonly createdAt: PgColumn;
  readonly id: PgColumn;
}

/** Newest first; by id where the time is the same (SPEC.md PAGE-1). */
export const newestFirst = ({ createdAt, id }: Ordered) => [desc(createdAt), asc(id)] as const;

/** No UUID is greater: nothing of the cursor's own time comes after it. */
const lastId = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** Values of the placeholders of a statement for a page: a page from the start begins after the end of time. */
export function pageValues({ limit, before }: Page) {
  return {
    limit,
    beforeAt: before?.createdAt.toISOString() ?? 'infinity',
    beforeId: before?.id ?? lastId,
  };
}

/** The placeholder of {@link pageValues}' `limit`; null is no limit. */
export const limitOfPage = sql.placeholder('limit');

/** What comes after a place in the list: the first condition is the one that the index is read from. */
const after = ({ createdAt, id }: Ordered, at: SQL, beforeId: SQL) =>
  and(sql`${createdAt} <= ${at}`, sql`(${createdAt} < ${at} or ${id} > ${beforeId})`);

/** The condition of a prepared statement for a page, with the placeholders of {@link pageValues}. */
export const preparedPageCondition = (columns: Ordered) =>
  after(columns, sql`${sql.placeholder('beforeAt')}::timestamptz`, sql`${sql.placeholder('beforeId')}::uuid`);

/** The same for a statement that is built for one call; undefined for the whole list. */
export function pageCondition(columns: Ordered, page: Page | null): SQL | undefined {
  if (!page?.before) return undefined;
  const { beforeAt, beforeId } = pageValues(page);
  return after(columns, sql`${beforeAt}::timestamptz`, sql`${beforeId}::uuid`);
}
