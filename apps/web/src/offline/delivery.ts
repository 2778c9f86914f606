import type { Delivery, ReadableItem } from './outbox-items.ts';

/** Sends one item once, and rejects as its call does. */
type Deliver = (item: ReadableItem) => Promise<Delivery>;

let load: (() => Promise<Deliver>) | undefined;

/** Says how items are sent. The code of it knows the notes and the API, so the outbox is given it and does not import it. */
export function setDelivery(loadDeliver: () => Promise<Deliver>): void {
  load = loadDeliver;
}

/** Fetches the code that sends items; rejects when it cannot be fetched. */
export async function loadDelivery(): Promise<Deliver> {
  if (!load) throw new Error('setDelivery() was not called');
  return load();
}
