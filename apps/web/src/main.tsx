import '@nuances/ui/fonts.css';
import '@nuances/ui/tokens.css';
import '@nuances/ui/base.css';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { startOutbox } from './offline/outbox.ts';
import { registerWorker } from './offline/register-worker.ts';
import { createAppRouter } from './router.tsx';
import { checkSession, followOtherTabs } from './session.ts';
import { restoreTheme } from './theme.ts';
import { initialLocale, showLocale } from './words.ts';

const root = document.querySelector('#root');
if (!root) throw new Error('index.html has no #root');

restoreTheme();
await showLocale(initialLocale());
checkSession();
followOtherTabs();

const router = createAppRouter();
// The prerendered page stays readable until the real one is ready to take its place in one step.
await router.load();
createRoot(root).render(
  <StrictMode>
    <RouterProvider router={router} />
  </StrictMode>,
);
startOutbox();
registerWorker();
