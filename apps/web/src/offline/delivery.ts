import type { Delivery, ReadableItem } from './outbox-items.ts';

/** Sends one item once; rejects when its call does. */
type Deliver = (item: ReadableItem) => Promise<Delivery>;

let load: (() => Promise<Deliver>) | undefined;

/**
 * Sets the code that sends items. It uses notes and API, so the outbox gets it as a parameter and does not import it.
 */
export function setDelivery(loadDeliver: () => Promise<Deliver>): void {
  load = loadDeliver;
}

/** Loads the code that sends items; rejects when it cannot be fetched. */
export async function loadDelivery(): Promise<Deliver> {
  if (!load) throw new Error('setDelivery() was not called');
  return load();
}
