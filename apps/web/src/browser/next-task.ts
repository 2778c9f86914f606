let channel: MessageChannel | undefined;
const waiting: (() => void)[] = [];

/**
 * Lets the browser run waiting tasks (paint, key events) before the caller continues. A timer would pause for
 * milliseconds.
 */
export function nextTask(): Promise<void> {
  if (!channel) {
    channel = new MessageChannel();
    channel.port1.addEventListener('message', () => waiting.shift()?.());
    channel.port1.start();
  }
  const { port2 } = channel;
  return new Promise((resolve) => {
    waiting.push(resolve);
    port2.postMessage(null);
  });
}
