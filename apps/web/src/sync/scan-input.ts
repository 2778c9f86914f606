import { scanContent } from '@nuances/domain/scan/fields';
import type { PendingScan } from '../offline/outbox-items.ts';

/** What is sent of a scan that waits. */
export function scanInput(item: PendingScan) {
  const { id, createdAt, answers } = item;
  return { ...scanContent(item), _id: id, createdAt, answers: [...answers] };
}
