import type { AnyTRPCProcedure } from '@trpc/server';
import * as z from 'zod';
import { appRouter } from '../router.ts';
import { type DeclaredMeta, metaOf } from '../trpc.ts';
import { WrittenOutput } from '../written-json.ts';

/** Largest body of a call, bytes, unless the procedure says otherwise. */
export const defaultMaxBodyBytes = 64 * 1024;

/** Contract of a procedure, read from its definition. */
export interface ProcedureContract extends Omit<DeclaredMeta, 'maxBodyBytes'> {
  /** For example `auth.login`. */
  readonly name: string;
  readonly type: AnyTRPCProcedure['_def']['type'];
  /** null for a procedure without input. */
  readonly input: z.core.$ZodType | null;
  readonly output: z.core.$ZodType;
  /** Its answer is JSON already, and may be long ({@link WrittenOutput}). */
  readonly isWritten: boolean;
  readonly maxBodyBytes: number;
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
    const declared: unknown = 'output' in definition ? definition.output : undefined;
    const isWritten = declared instanceof WrittenOutput;
    const output: unknown = isWritten ? declared.schema : declared;
    if (!isSchema(output)) throw new Error(`${name} has no output schema`);
    const { rest } = meta;
    if (rest) {
      const operation = `${rest.method} ${rest.path}`;
      const other = operations.get(operation);
      if (other !== undefined) throw new Error(`${name} and ${other} are both ${operation}`);
      operations.set(operation, name);
    }
    const { type, inputs } = procedure._def;
    const maxBodyBytes = meta.maxBodyBytes ?? defaultMaxBodyBytes;
    return { ...meta, name, type, input: inputs.find(isSchema) ?? null, output, isWritten, maxBodyBytes };
  });
}

/** All procedures of the product. */
export const procedures = proceduresOf(appRouter);
