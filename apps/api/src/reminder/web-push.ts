import type * as webPush from 'web-push';

/** The package web-push. It is loaded after the start, which does not need it. */
export async function loadWebPush(): Promise<typeof webPush> {
  return (await import('web-push')).default;
}
