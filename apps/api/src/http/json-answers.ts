import { AppError } from '@nuances/domain/errors';
import { listScansSchema } from '@nuances/domain/validation';
import * as z from 'zod';
import type { Context } from '../context.ts';
import { writeList } from '../results/router.ts';

/** A procedure that answers in JSON which the database has written. */
type JsonAnswer = (context: Context, input: unknown) => Promise<string>;

/** The procedures whose answer is never read here, by their names: long lists. */
export const jsonAnswers: ReadonlyMap<string, JsonAnswer> = new Map([
  [
    'results.list',
    async (context: Context, input: unknown) => {
      const caller = context.claim();
      if (!caller) throw new AppError('sessionMissing');
      return writeList(context, caller, z.parse(listScansSchema, input).source);
    },
  ],
]);
