/**
 * Every call of the product, with the types of its router. In the package these types are written out
 * (`build/write-api-types.ts`), so that they can be read without the router.
 */
import type { AppRouter } from '@nuances/api/router';
import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server';

type Inputs = inferRouterInputs<AppRouter>;
type Outputs = inferRouterOutputs<AppRouter>;
type Record = AppRouter['_def']['record'];

/** Options of one call. */
export interface CallOptions {
  /** Ends the call early; it then fails with the code `network`. */
  readonly signal?: AbortSignal;
}

/** A call; its input may be left out where nothing has to be sent. */
type Call<Input, Output> = undefined extends Input
  ? (input?: Input, options?: CallOptions) => Promise<Output>
  : (input: Input, options?: CallOptions) => Promise<Output>;

/** The calls, by group and name. Each rejects with a `NuancesError`. */
export type Api = {
  readonly [Group in keyof Record]: {
    readonly [Name in keyof Record[Group]]: Record[Group][Name] extends { _def: { type: 'query' } }
      ? { query: Call<PartOf<PartOf<Inputs, Group>, Name>, PartOf<PartOf<Outputs, Group>, Name>> }
      : { mutate: Call<PartOf<PartOf<Inputs, Group>, Name>, PartOf<PartOf<Outputs, Group>, Name>> };
  };
};

type PartOf<Whole, Key> = Key extends keyof Whole ? Whole[Key] : never;
