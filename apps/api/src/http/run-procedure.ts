import { TRPCError } from '@trpc/server';
import * as z from 'zod';
import type { Context } from '../context.ts';
import { admitted, announceWrite } from '../trpc.ts';
import type { ProcedureContract } from './procedures.ts';

/** @throws TRPCError, from which the codes of the fields are read */
export function parseInput<Schema extends z.core.$ZodType>(schema: Schema, sent: unknown): z.output<Schema> {
  const parsed = z.safeParse(schema, sent);
  if (parsed.success) return parsed.data;
  throw new TRPCError({ code: 'BAD_REQUEST', cause: parsed.error });
}

/**
 * Runs a procedure for a request and gives its answer as JSON: the same steps in the same order as tRPC's own chain of
 * middlewares, which copies its options, context included, at each of them (docs/decisions/0041-calls-run-by-hand.md).
 * @param readInput gives the input as it was sent, once access is decided
 * @throws AppError
 */
export function runProcedure(
  { type, admission, input: inputSchema, output, writeJson, resolve }: Omit<ProcedureContract, 'rest'>,
  context: Context,
  readInput: () => unknown,
): Promise<string> {
  return admitted(admission, context, readInput, async (added, sent) => {
    const input = inputSchema === null ? undefined : parseInput(inputSchema, sent);
    if (writeJson) return writeJson(context, input);
    if (type === 'mutation') await announceWrite(context);
    // An output that fails its schema is a fault of ours.
    return JSON.stringify(z.parse(output, await resolve({ ctx: Object.assign(context, added), input })));
  });
}
