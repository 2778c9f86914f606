import type { AppRouter } from '@nuances/api/router';
import type { inferRouterOutputs } from '@trpc/server';

/** Output types of the procedures, inferred from the API. */
export type RouterOutputs = inferRouterOutputs<AppRouter>;
