import { lateCode } from '../browser/late-code.ts';
import type { Delivery, ReadableItem } from './outbox-items.ts';

/** Sends one item once; rejects when its call does. */
type Deliver = (item: ReadableItem) => Promise<Delivery>;

/** The code that sends items. It uses notes and API, which the outbox must not import. */
export const { set: setDelivery, load: loadDelivery } = lateCode<Deliver>();
