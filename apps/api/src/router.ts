import { accountRouter } from './account/router.ts';
import { adminRouter } from './admin/router.ts';
import { authRouter } from './auth/router.ts';
import { consentsRouter } from './consents/router.ts';
import { moodsRouter } from './moods/router.ts';
import { notesRouter } from './notes/router.ts';
import { profileRouter } from './profile/router.ts';
import { publicRouter, usageRouter } from './usage/router.ts';
import { reminderRouter } from './reminder/router.ts';
import { restoreRouter } from './restore/router.ts';
import { securityRouter } from './security/router.ts';
import { tokensRouter } from './tokens/router.ts';
import { vaultRouter } from './vault/router.ts';
import { resultsRouter } from './results/router.ts';
import { mergeRouters, router } from './trpc.ts';

/** Every feature's procedures, joined. */
export const appRouter = router({
  auth: authRouter,
  profile: mergeRouters(profileRouter, accountRouter),
  consents: consentsRouter,
  security: securityRouter,
  tokens: tokensRouter,
  results: resultsRouter,
  notes: notesRouter,
  moods: moodsRouter,
  reminder: reminderRouter,
  restore: restoreRouter,
  vault: vaultRouter,
  admin: adminRouter,
  usage: usageRouter,
  public: publicRouter,
});

/** The type for clients; the web imports nothing else of this room. */
export type AppRouter = typeof appRouter;
