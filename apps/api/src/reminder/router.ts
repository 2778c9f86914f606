import { AppError } from '@nuances/domain/errors';
import { limits } from '@nuances/domain/limits';
import { sentReminderFields, shownReminderFields } from '@nuances/domain/reminder/fields';
import { reminderPauseSchema } from '@nuances/domain/reminder/schedule';
import { reminderTexts } from '@nuances/domain/reminder/texts';
import { instantSchema } from '@nuances/domain/validation';
import * as z from 'zod';
import { described, describedShape, field } from '../fields.ts';
import { router, userProcedure } from '../trpc.ts';
import { withdrawConsent } from '../consents/queries.ts';
import { pauseReminder, putReminder, readReminder } from './queries.ts';

const setInput = z
  .object({
    ...describedShape(sentReminderFields, 'sent', reminderTexts),
    endpoint: z.string().meta({
      description:
        'The address that the push service of the browser gave the device: https, at the usual port of a named host. It is kept sealed and never answered.',
      examples: ['https://push.example/send/4f1c'],
      maxLength: limits.reminder.endpointMax,
    }),
    decidedAt: field(
      z.optional(instantSchema),
      'When the person turned it on, if that was before the call, as without a network: a moment with its zone. It is refused when they have withdrawn it since.',
      '2026-11-02T08:15:00.000Z',
    ),
  })
  .meta({
    examples: [{ days: [1, 3, 5], time: '20:30', zone: 'Europe/Paris', endpoint: 'https://push.example/send/4f1c' }],
  });

const pauseInput = described(
  reminderPauseSchema,
  {
    until: {
      description: `When the pause ends: a moment with its zone, ${limits.reminder.pauseMaxDays} days ahead at most. null ends it now.`,
      examples: ['2026-12-01T00:00:00.000Z'],
    },
  },
  { until: null },
);

const reminderAnswer = z
  .object({
    ...describedShape(shownReminderFields, 'answered', reminderTexts),
    isHere: field(z.boolean(), 'Whether the device of this login is the one that is notified.', true),
  })
  .meta({ id: 'Reminder' });

/** What is answered of a stored reminder to a login. */
const answerOf = <Stored extends { readonly family: string }>({ family, ...reminder }: Stored, ownFamily: string) => ({
  ...reminder,
  isHere: family === ownFamily,
});

/** A notification without content at a time that the person chose; one an account, on one device. */
export const reminderRouter = router({
  get: userProcedure
    .meta({
      rest: 'GET /api/reminder',
      about: 'The own reminder, null for none; and the public key with which a browser subscribes to its push service.',
    })
    .output(
      z.object({
        reminder: reminderAnswer.nullable().meta({ description: 'null for none.' }),
        pushKey: field(
          z.string(),
          'The VAPID public key of this installation, base64url: `applicationServerKey` of a subscription.',
          `B${'A'.repeat(86)}`,
        ),
      }),
    )
    .query(async ({ ctx }) => {
      const stored = await readReminder(ctx.services.db, ctx.user.userId);
      return { reminder: stored && answerOf(stored, ctx.user.family), pushKey: await ctx.services.push.publicKey() };
    }),

  /** Refused as `consentWithdrawn`: one that was turned on before the agreement was withdrawn. */
  set: userProcedure
    .meta({
      rest: 'PUT /api/reminder',
      failures: ['consentWithdrawn', 'quotaReached'],
      about:
        'Sets the own reminder, for the device of this login, and records the agreement to it. It takes the place of the one that there may be, also of another device; a pause goes on.',
    })
    .input(setInput)
    .output(reminderAnswer)
    .mutation(async ({ ctx, input }) => {
      if (!ctx.services.push.accepts(input.endpoint))
        throw new AppError('badRequest', { fields: { endpoint: 'badRequest' } });
      const { decidedAt, ...reminder } = input;
      const at = decidedAt === undefined ? undefined : new Date(decidedAt);
      return answerOf(
        await putReminder(ctx.services.db, ctx.services.masterKeys, ctx.user, { ...reminder, decidedAt: at }),
        ctx.user.family,
      );
    }),

  pause: userProcedure
    .meta({
      rest: 'PUT /api/reminder/pause',
      failures: ['notFound'],
      about: 'Pauses the own reminder until a moment; null ends the pause.',
    })
    .input(pauseInput)
    .output(reminderAnswer)
    .mutation(async ({ ctx, input }) => {
      const stored = await pauseReminder(ctx.services.db, ctx.user.userId, input.until);
      if (!stored) throw new AppError('notFound');
      return answerOf(stored, ctx.user.family);
    }),

  remove: userProcedure
    .meta({
      rest: 'DELETE /api/reminder',
      about: 'Removes the own reminder, if there is one, and withdraws the agreement to it.',
    })
    .output(z.object({}))
    .mutation(async ({ ctx }) => {
      await withdrawConsent(ctx.services.db, ctx.user.userId, 'reminder');
      return {};
    }),
});
