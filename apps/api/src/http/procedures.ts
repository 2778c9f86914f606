import type { AnyTRPCProcedure } from '@trpc/server';
import * as z from 'zod';
import { appRouter } from '../router.ts';
import { type Access, type Admission, metaOf, type RestOperation, type WriteJson } from '../trpc.ts';

/** Contract of a procedure, read from its definition. */
export interface ProcedureContract {
  /** For example `auth.login`. */
  readonly name: string;
  readonly type: AnyTRPCProcedure['_def']['type'];
  readonly access: Access;
  readonly admission: Admission;
  /** null for a procedure without input. */
  readonly input: z.core.$ZodType | null;
  readonly output: z.core.$ZodType;
  /** undefined for a procedure that is called over tRPC only. */
  readonly rest: RestOperation | undefined;
  /** In place of `resolve`, where the answer is only passed on. */
  readonly writeJson: WriteJson | undefined;
  /** The procedure itself, without what its builder puts before it. */
  readonly resolve: (call: { readonly ctx: object; readonly input: unknown }) => unknown;
}

/** tRPC stores procedures by their full names, but types them nested. */
interface WithProcedures {
  readonly _def: { readonly procedures: Readonly<Record<string, unknown>> };
}

const isProcedure = (value: unknown): value is AnyTRPCProcedure => typeof value === 'function' && '_def' in value;
const isSchema = (value: unknown): value is z.core.$ZodType => value instanceof z.core.$ZodType;

/**
 * The procedures of a router, in the order of the source.
 * @throws Error for a procedure without access or without an output schema, and for two with the same REST operation
 */
export function proceduresOf(router: WithProcedures): readonly ProcedureContract[] {
  const operations = new Map<string, string>();
  return Object.entries<unknown>(router._def.procedures).map(([name, procedure]) => {
    const definition: object = isProcedure(procedure) ? procedure._def : {};
    const meta = 'meta' in definition ? metaOf(definition.meta) : null;
    if (!isProcedure(procedure) || !meta) throw new Error(`${name} has no access`);
    const output: unknown = 'output' in definition ? definition.output : undefined;
    if (!isSchema(output)) throw new Error(`${name} has no output schema`);
    const resolver: unknown = 'resolver' in definition ? definition.resolver : undefined;
    if (typeof resolver !== 'function') throw new Error(`${name} has no resolver`);
    const { admission, rest, writeJson } = meta;
    if (rest) {
      const operation = `${rest.method} ${rest.path}`;
      const other = operations.get(operation);
      if (other !== undefined) throw new Error(`${name} and ${other} are both ${operation}`);
      operations.set(operation, name);
    }
    const { type, inputs } = procedure._def;
    return {
      name,
      type,
      access: admission.access,
      admission,
      input: inputs.find(isSchema) ?? null,
      output,
      rest,
      writeJson,
      resolve: (call): unknown => Reflect.apply(resolver, undefined, [call]),
    };
  });
}

/** All procedures of the product. */
export const procedures = proceduresOf(appRouter);
