import { AppError } from "@nuances/domain/errors";
import { visitSchema } from "@nuances/domain/validation";
import { setTimeout as sleep } from "node:timers/promises";
import * as z from "zod";
import { optionalProcedure, publicProcedure, router } from "../trpc.ts";
import { version } from "../version.ts";
import { countVisit, ping } from "./queries.ts";

/** Milliseconds that the health check waits for the database. */
const healthPatience = 2_000;

async function isSlow(signal: AbortSignal): Promise<true> {
  await sleep(healthPatience, undefined, { signal, ref: false }).catch(() => undefined);
  return true;
}

export const publicRouter = router({
  /** Home was opened. Counted by the token, whatever the body claims. */
  visit: optionalProcedure
    .input(visitSchema)
    .output(z.object({}))
    .mutation(async ({ ctx }) => {
      await countVisit(ctx.db, ctx.visitor?.userId ?? null);
      return {};
    }),

  /** Errors: 503 while the database does not answer. */
  health: publicProcedure
    .output(z.object({ status: z.literal("ok"), version: z.string() }))
    .query(async ({ ctx }) => {
      const waiting = new AbortController();
      const slow = await Promise.race([ping(ctx.db), isSlow(waiting.signal)]);
      waiting.abort();
      if (slow === true) throw new AppError("unavailable", { retryAfterS: 2 });
      return { status: "ok" as const, version };
    }),
});
