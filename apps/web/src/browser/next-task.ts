let channel: MessageChannel | undefined;
const waiting: (() => void)[] = [];

/** Lets the page do waiting work (paint, handle a key press) before the caller goes on; a timer would pause for milliseconds. */
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
