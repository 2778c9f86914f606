import type { AppRouter } from '@nuances/api/router';
import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server';

/** Input types of the procedures, inferred from the API. */
export type RouterInputs = inferRouterInputs<AppRouter>;

/** Output types of the procedures, inferred from the API. */
export type RouterOutputs = inferRouterOutputs<AppRouter>;
