/** What the calls of the account take and answer. */
import { ledgerSubjects, mailTokenPurposes, usageEventKinds } from '@nuances/db/schema';
import { exportedReminderFields } from '@nuances/domain/reminder/fields';
import { reminderTexts } from '@nuances/domain/reminder/texts';
import { erasePartSchema } from '@nuances/domain/erasure';
import { limits } from '@nuances/domain/limits';
import { changeEmailSchema, changePasswordSchema, passwordProofSchema } from '@nuances/domain/validation';
import * as z from 'zod';
import { described, describedShape } from '../fields.ts';
import { listedNoteSchema } from '../notes/sealed-note.ts';
import { exportedScanSchema } from '../results/scan-answers.ts';
import { consentsSchema } from '../consents/consent-fields.ts';
import { codesSchema } from '../security/codes-fields.ts';
import { passkeySchema } from '../security/passkey-fields.ts';
import { tokenFields } from '../tokens/token-fields.ts';
import { keyModes, keyTargets, slotKinds } from '@nuances/domain/vault/state';

const moment = (description: string) =>
  z.date().meta({ description: `${description}: a moment in UTC.`, examples: ['2026-11-02T08:15:00.000Z'] });

export const sessionIdField = z.string().meta({
  description: 'Names the login in this list; it grants nothing.',
  examples: ['5f0c2a8e-6f0b-4a53-9c39-2f5b6f6e7d10'],
});
const userAgentField = z
  .string()
  .nullable()
  .meta({ description: 'What the program called itself; null when it did not.', examples: ['curl/8.14.1'] });

export const sessionSchema = z
  .object({
    id: sessionIdField,
    current: z.boolean().meta({ description: 'Whether it is the login of this call.', examples: [true] }),
    userAgent: userAgentField,
    createdAt: moment('When it began'),
    lastSeenAt: moment('Its last refresh'),
  })
  .meta({ id: 'Session' });

export const endedOutput = z.object({ ended: z.int().meta({ description: 'How many logins ended.', examples: [2] }) });

const password = {
  description: 'The current password of the account.',
  examples: ['Nights&Days-7'],
  maxLength: limits.password.max,
};
export const changePasswordInput = described(
  changePasswordSchema,
  { currentPassword: password },
  { currentPassword: 'Nights&Days-7', newPassword: 'Days&Nights-8' },
);
export const changeEmailInput = described(
  changeEmailSchema,
  { password },
  { email: 'ada@example.org', password: 'Nights&Days-7' },
);
export const eraseInput = described(passwordProofSchema, { password }, { password: 'Nights&Days-7' });

export const storedOutput = z.array(
  z.object({
    table: z.string().meta({ description: 'The name of the table.', examples: ['scans'] }),
    rows: z
      .int()
      .nullable()
      .meta({ description: 'Rows about the account; null for a table that is about nobody.', examples: [120] }),
  }),
);
export const erasableOutput = z.object({
  scans: z.int().meta({ description: 'How many scans.', examples: [120] }),
  notes: z.int().meta({ description: 'How many notes.', examples: [30] }),
  at: z.string().meta({ description: 'The time of the server.', examples: ['2026-11-02T08:15:00.000Z'] }),
});
export const erasePartInput = described(
  erasePartSchema,
  {
    part: { description: 'What is erased.', examples: ['scans'] },
    before: {
      description: 'Only what the server had received by then: the `at` of `/api/profile/erasable`.',
      examples: ['2026-11-02T08:15:00.000Z'],
    },
  },
  { part: 'scans', before: '2026-11-02T08:15:00.000Z' },
);
export const erasePartOutput = z.object({
  erased: z.int().meta({ description: 'How many this call has erased.', examples: [120] }),
  more: z.boolean().meta({ description: 'Whether there may be more.', examples: [false] }),
});

const duration = z
  .int()
  .nullable()
  .meta({ description: 'Seconds; null when it is not known.', examples: [60] });

const momentOrNull = (description: string) =>
  z
    .date()
    .nullable()
    .meta({ description: `${description}; null otherwise.`, examples: ['2026-11-02T08:15:00.000Z'] });

const deletedId = '5d0c4f3e-8b1a-4c6d-a2f7-9e3b1d7c5a48';

const forLogins = ' Absent for a script token.';

export const exportSchema = z
  .object({
    exportedAt: moment('When it was made'),
    profile: z.record(z.string(), z.unknown()).meta({
      description: 'The account without its secrets, by field.',
      examples: [{ username: 'ada', email: 'ada@example.org' }],
    }),
    scans: z.array(exportedScanSchema).meta({ description: 'Every scan, the oldest first.' }),
    sessions: z
      .array(
        z.object({
          userAgent: userAgentField,
          createdAt: moment('When it began'),
          lastSeenAt: moment('Its last refresh'),
          expiresAt: moment('When it ends by itself'),
        }),
      )
      .meta({ description: `Logins.${forLogins}` })
      .optional(),
    tokens: z
      .array(z.object(tokenFields))
      .meta({ description: `Script tokens that have not expired.${forLogins}` })
      .optional(),
    consents: consentsSchema.optional(),
    oneTimeCodes: codesSchema.optional(),
    passkeys: z
      .array(passkeySchema)
      .meta({ description: `Passkeys, without their keys.${forLogins}` })
      .optional(),
    events: z
      .array(
        z.object({
          kind: z.enum(usageEventKinds).meta({ description: 'What was counted.', examples: ['scan'] }),
          at: moment('When it was counted'),
          duration,
        }),
      )
      .meta({ description: 'Usage events, the oldest first.' }),
    weeks: z
      .array(
        z.looseObject({
          weekStart: z.string().meta({ description: 'Monday of the week.', examples: ['2026-11-02'] }),
        }),
      )
      .meta({ description: "The person's counts of each week." }),
    reminder: z
      .object(describedShape(exportedReminderFields, 'answered', reminderTexts))
      .nullable()
      .meta({ description: `The reminder without the address of the push service; null without one.${forLogins}` })
      .optional(),
    links: z
      .array(
        z.object({
          purpose: z.enum(mailTokenPurposes).meta({ description: 'What the link is for.', examples: ['verify'] }),
          email: z.string().meta({ description: 'The address that it is about.', examples: ['ada@example.org'] }),
          createdAt: moment('When it was made'),
          expiresAt: moment('When it stops to work'),
          usedAt: momentOrNull('When it was used'),
        }),
      )
      .meta({ description: `Links sent by mail, without their tokens.${forLogins}` })
      .optional(),
    decisions: z
      .array(
        z.object({
          subject: z.enum(ledgerSubjects).meta({ description: 'What was decided about.', examples: ['role'] }),
          value: z.string().meta({ description: 'What was decided.', examples: ['user'] }),
          at: moment('When it was decided'),
        }),
      )
      .meta({ description: `The last decision of each kind that a restored backup must not take back.${forLogins}` })
      .optional(),
    deletedNotes: z
      .array(
        z.object({
          _id: z.string().meta({ description: 'The id that the note had.', examples: [deletedId] }),
          revision: z.int().meta({ description: 'Its last revision.', examples: [2] }),
          receivedAt: momentOrNull('When the server had stored it first'),
          deletedAt: moment('When it was deleted'),
        }),
      )
      .meta({ description: 'Notes that were deleted in the last 30 days; nothing of their content is kept.' }),
    vault: z
      .object({
        keyMode: z.enum(keyModes).meta({ description: 'Who has the key of the content.', examples: ['vault'] }),
        keyTarget: z
          .enum(keyTargets)
          .nullable()
          .meta({ description: 'Where it moves; null otherwise.', examples: [null] }),
        keyVersion: z.int().meta({ description: 'The number of the key.', examples: [2] }),
        since: momentOrNull('When it was last turned on'),
        manifest: z
          .string()
          .nullable()
          .meta({ description: 'What it holds, as a device signed it.', examples: [null] }),
        profile: z
          .object({
            sealed: z
              .string()
              .nullable()
              .meta({ description: 'Its envelope.', examples: [null] }),
            keyVersion: z.int().meta({ description: 'The number of its key.', examples: [2] }),
          })
          .meta({ description: 'The sealed profile.' }),
        slots: z
          .array(
            z.object({
              id: z.string().meta({ description: 'Its id.', examples: [deletedId] }),
              kind: z.enum(slotKinds).meta({ description: 'What opens the vault.', examples: ['passphrase'] }),
              keyVersion: z.int().meta({ description: 'The number of the key that it opens.', examples: [2] }),
              name: z.string().meta({ description: 'Of a passkey.', examples: [''] }),
              createdAt: moment('When it was made'),
              usedAt: momentOrNull('When it last opened the vault'),
            }),
          )
          .meta({ description: `The ways to open it, without what they open.${forLogins}` })
          .optional(),
      })
      .meta({ description: 'Of accounts with a vault, or which had one.' })
      .optional(),
    notes: z.array(listedNoteSchema).meta({ description: 'Every note, the oldest first, sealed as it is stored.' }),
  })
  .meta({ id: 'Export' });
