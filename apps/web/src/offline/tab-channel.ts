import type { Delivery } from './outbox-items.ts';

/** A message between tabs: the outbox has changed, perhaps because the server has accepted an item. */
interface Message {
  readonly delivery: Delivery | null;
}

/** Opened together with the outbox, because an open channel keeps a process alive. */
let channel: BroadcastChannel | undefined;

/** Calls back with the messages of other tabs. */
export function openTabChannel(onMessage: (delivery: Delivery | null) => void): void {
  channel = new BroadcastChannel('nuances-outbox');
  channel.addEventListener('message', ({ data }: MessageEvent<Message>) => onMessage(data.delivery));
}

/** Tells the other tabs that the outbox has changed. */
export function postToTabs(delivery: Delivery | null = null): void {
  const message: Message = { delivery };
  channel?.postMessage(message);
}
