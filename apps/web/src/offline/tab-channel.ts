import type { Delivery } from './outbox-items.ts';

/**
 * What a tab does with the vault of the account: the others do it, too (`locking`), or read again what the device knows. With
 * `locked`, the keys have left the device's storage.
 */
export type VaultMessage = 'locking' | 'locked' | 'changed';

/** A message between tabs: the outbox has changed, perhaps because the server has accepted an item; or the vault has. */
type Message = { readonly delivery: Delivery | null } | { readonly vault: VaultMessage };

/** Opened with the first listener, because an open channel keeps a process alive. */
let channel: BroadcastChannel | undefined;

function listen(onMessage: (message: Message) => void): void {
  channel ??= new BroadcastChannel('nuances-outbox');
  channel.addEventListener('message', ({ data }: MessageEvent<Message>) => onMessage(data));
}

function post(message: Message): void {
  channel?.postMessage(message);
}

/** Calls back with the messages of other tabs about the outbox. */
export function openTabChannel(onMessage: (delivery: Delivery | null) => void): void {
  listen((message) => {
    if ('delivery' in message) onMessage(message.delivery);
  });
}

/** Calls back with the messages of other tabs about the vault. */
export function openVaultChannel(onMessage: (message: VaultMessage) => void): void {
  listen((message) => {
    if ('vault' in message) onMessage(message.vault);
  });
}

/** Tells the other tabs that the outbox has changed. */
export function postToTabs(delivery: Delivery | null = null): void {
  post({ delivery });
}

/** Tells the other tabs what happened to the vault. */
export function postVault(vault: VaultMessage): void {
  post({ vault });
}
