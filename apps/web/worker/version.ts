/** Names the version of this service worker to a page that asks (offline/waiting-version.ts). */

/** The TypeScript library has one `self` for all kinds of workers. */
declare const self: ServiceWorkerGlobalScope;

const asksVersion = (data: unknown) =>
  typeof data === 'object' && data !== null && 'type' in data && data.type === 'VERSION';

self.addEventListener('message', ({ data, ports }) => {
  if (asksVersion(data)) ports[0]?.postMessage(__APP_VERSION__);
});
