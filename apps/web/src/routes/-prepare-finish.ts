import type { RegisteredRouter } from '@tanstack/react-router';
import { onIdle } from '../browser/idle.ts';
import { loadNamespaces } from '../i18n/locale-store.ts';
import { loadDelivery } from '../offline/delivery.ts';

/**
 * Fetches all that the end of a quiz needs, so that the last step works offline too. What cannot be fetched is requested
 * again when it is needed.
 */
export function prepareFinish(router: RegisteredRouter): void {
  onIdle(() => router.loadRouteChunk(router.routesById['/result']));
  onIdle(() => loadNamespaces('result', 'image', 'status', 'outbox', 'reflect'));
  onIdle(() => import('../components/reflection-popup.tsx'));
  onIdle(() => import('../components/info-dialog.tsx'));
}

/**
 * Fetches what a member's scan needs besides: the code that sends it, its row of tags, and the tags to offer, which stay as
 * they are when the row opens.
 */
export function prepareTags(): void {
  onIdle(loadDelivery);
  onIdle(() => loadNamespaces('tags', 'scan'));
  onIdle(() => import('../components/tag-row.tsx'));
  onIdle(() => import('../note-store/scan-tags.ts').then(({ refreshTags }) => refreshTags()));
}
