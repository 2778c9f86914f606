import { vi } from 'vitest';

/**
 * A new page in English, which has looked for a login and sends what its outbox has. Modules that a test imports after this
 * call are of that page.
 */
export async function newPage() {
  vi.resetModules();
  const { showLocale } = await import('./i18n/locale-store.ts');
  await showLocale('en');
  const session = await import('./session/session-store.ts');
  session.checkSession();
  const { setDelivery } = await import('./offline/delivery.ts');
  setDelivery(async () => (await import('./sync/deliver.ts')).deliver);
  return session;
}
