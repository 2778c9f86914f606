import type { AppRouter } from '@nuances/api/router';
import type { inferRouterOutputs } from '@trpc/server';

/** What each procedure answers, inferred from the API. */
export type RouterOutputs = inferRouterOutputs<AppRouter>;
