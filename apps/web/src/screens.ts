/**
 * What a first visit of Home does without: all other routes, the icons of their screens, and the work for accounts. It is
 * one file of the build; Home loads it when it is idle or at the first press, every other page names it.
 */
import '@nuances/ui/all-icons';
import './routeTree.gen.ts';

export { LoadingPage } from './features/shell/loading-page.tsx';
export { followSession, loadDeliver, loadItemSealing } from './member-work.ts';
export { registerWorker, reloadOrOffer } from './offline/register-worker.ts';
