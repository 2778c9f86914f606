import { limits } from '@nuances/domain/limits';
import { moodTexts } from '@nuances/domain/moods/texts';
import { idSchema } from '@nuances/domain/validation';
import { sql } from 'drizzle-orm';
import * as z from 'zod';
import { writeDocument } from '../database/account-document.ts';
import { router, userProcedure } from '../trpc.ts';
import { WrittenOutput } from '../written-json.ts';
import { listedMoodsSchema } from './mood-answers.ts';
import { listMoods, moodBytes, removeMoods } from './queries.ts';

const [idExample] = moodTexts._id.answered.examples;
const idsText = { description: 'Ids of parts of moods.', examples: [[idExample]] };

/** Moods of other journals. `restore.add` and `vault.restore` add them. */
export const moodsRouter = router({
  own: userProcedure
    .meta({
      scope: 'read',
      rest: 'GET /api/moods',
      about: 'The moods of other journals, in the parts in which they were added, the oldest first.',
    })
    .output(new WrittenOutput(z.array(listedMoodsSchema)))
    .query(({ ctx, signal }) =>
      writeDocument({ ctx, signal }, ctx.user.userId, {
        isList: true,
        bytes: async (db) => {
          const [sum] = await db.select({ bytes: moodBytes(ctx.user.userId) }).from(sql`(select 1) as one`);
          return sum?.bytes ?? 0;
        },
        pieces: async (db) => [Buffer.from(JSON.stringify(await listMoods(db, ctx.user.userId)))],
      }),
    ),

  remove: userProcedure
    .meta({
      scope: 'write',
      rest: 'POST /api/moods/remove',
      about: 'Removes moods of other journals, by the ids of their parts. Answers the ids that were removed.',
    })
    .input(
      z
        .object({ ids: z.array(idSchema).max(limits.restorePart).meta(idsText) })
        .meta({ examples: [{ ids: [idExample] }] }),
    )
    .output(z.object({ ids: z.array(z.string()).meta(idsText) }))
    .mutation(async ({ ctx, input }) => ({ ids: await removeMoods(ctx.services.db, ctx.user.userId, input.ids) })),
});
