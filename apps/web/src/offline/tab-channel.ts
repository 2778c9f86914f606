import type { Delivery } from './outbox-items.ts';

/** What tabs tell each other: the outbox has changed, perhaps because the server has taken something. */
interface Message {
  readonly delivery: Delivery | null;
}

/** Opened with the outbox, because an open channel keeps a process alive. */
let channel: BroadcastChannel | undefined;

/** Calls back with what the other tabs post. */
export function openTabChannel(onMessage: (delivery: Delivery | null) => void): void {
  channel = new BroadcastChannel('nuances-outbox');
  channel.addEventListener('message', ({ data }: MessageEvent<Message>) => onMessage(data.delivery));
}

/** Tells the other tabs that the outbox has changed. */
export function postToTabs(delivery: Delivery | null = null): void {
  const message: Message = { delivery };
  channel?.postMessage(message);
}
