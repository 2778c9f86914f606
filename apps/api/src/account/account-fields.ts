/** What the calls of the account take and answer. */
import { ledgerSubjects, mailTokenPurposes, usageEventKinds } from '@nuances/db/schema';
import { exportedReminderFields } from '@nuances/domain/reminder/fields';
import { reminderTexts } from '@nuances/domain/reminder/texts';
import { erasePartSchema } from '@nuances/domain/erasure';
import { changeEmailSchema, changePasswordSchema, passwordProofSchema } from '@nuances/domain/validation';
import * as z from 'zod';
import { described, describedShape, field, passwordText } from '../fields.ts';
import { listedMoodsSchema } from '../moods/mood-answers.ts';
import { listedNoteSchema } from '../notes/sealed-note.ts';
import { exportedScanSchema } from '../results/scan-answers.ts';
import { consentsSchema } from '../consents/consent-fields.ts';
import { codesSchema } from '../security/codes-fields.ts';
import { passkeySchema } from '../security/passkey-fields.ts';
import { tokenFields } from '../tokens/token-fields.ts';
import { keyModes, keyTargets, slotKinds } from '@nuances/domain/vault/state';

const moment = (description: string) => field(z.date(), `${description}: a moment in UTC.`, '2026-11-02T08:15:00.000Z');

export const sessionIdField = field(
  z.string(),
  'Names the login in this list; it grants nothing.',
  '5f0c2a8e-6f0b-4a53-9c39-2f5b6f6e7d10',
);
const userAgentField = field(
  z.string().nullable(),
  'What the program called itself; null when it did not.',
  'curl/8.14.1',
);

export const sessionSchema = z
  .object({
    id: sessionIdField,
    current: field(z.boolean(), 'Whether it is the login of this call.', true),
    userAgent: userAgentField,
    createdAt: moment('When it began'),
    lastSeenAt: moment('Its last refresh'),
  })
  .meta({ id: 'Session' });

export const endedOutput = z.object({ ended: field(z.int(), 'How many logins ended.', 2) });

const password = passwordText('The current password of the account.');
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
    table: field(z.string(), 'The name of the table.', 'scans'),
    rows: field(z.int().nullable(), 'Rows about the account; null for a table that is about nobody.', 120),
  }),
);
export const erasableOutput = z.object({
  scans: field(z.int(), 'How many scans.', 120),
  notes: field(z.int(), 'How many notes.', 30),
  at: field(z.string(), 'The time of the server.', '2026-11-02T08:15:00.000Z'),
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
  erased: field(z.int(), 'How many this call has erased.', 120),
  more: field(z.boolean(), 'Whether there may be more.', false),
});

const duration = field(z.int().nullable(), 'Seconds; null when it is not known.', 60);

const momentOrNull = (description: string) =>
  field(z.date().nullable(), `${description}; null otherwise.`, '2026-11-02T08:15:00.000Z');

const deletedId = '5d0c4f3e-8b1a-4c6d-a2f7-9e3b1d7c5a48';

const forLogins = ' Absent for a script token.';

export const exportSchema = z
  .object({
    exportedAt: moment('When it was made'),
    profile: field(z.record(z.string(), z.unknown()), 'The account without its secrets, by field.', {
      username: 'ada',
      email: 'ada@example.org',
    }),
    scans: z.array(exportedScanSchema).meta({ description: 'Every scan, the oldest first.' }),
    moods: z.array(listedMoodsSchema).meta({ description: 'Moods of other journals, in parts, the oldest first.' }),
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
          kind: field(z.enum(usageEventKinds), 'What was counted.', 'scan'),
          at: moment('When it was counted'),
          duration,
        }),
      )
      .meta({ description: 'Usage events, the oldest first.' }),
    weeks: z
      .array(
        z.looseObject({
          weekStart: field(z.string(), 'Monday of the week.', '2026-11-02'),
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
          purpose: field(z.enum(mailTokenPurposes), 'What the link is for.', 'verify'),
          email: field(z.string(), 'The address that it is about.', 'ada@example.org'),
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
          subject: field(z.enum(ledgerSubjects), 'What was decided about.', 'role'),
          value: field(z.string(), 'What was decided.', 'user'),
          at: moment('When it was decided'),
        }),
      )
      .meta({ description: `The last decision of each kind that a restored backup must not take back.${forLogins}` })
      .optional(),
    deletedNotes: z
      .array(
        z.object({
          _id: field(z.string(), 'The id that the note had.', deletedId),
          revision: field(z.int(), 'Its last revision.', 2),
          receivedAt: momentOrNull('When the server had stored it first'),
          deletedAt: moment('When it was deleted'),
        }),
      )
      .meta({ description: 'Notes that were deleted in the last 30 days; nothing of their content is kept.' }),
    vault: z
      .object({
        keyMode: field(z.enum(keyModes), 'Who has the key of the content.', 'vault'),
        keyTarget: field(z.enum(keyTargets).nullable(), 'Where it moves; null otherwise.', null),
        keyVersion: field(z.int(), 'The number of the key.', 2),
        since: momentOrNull('When it was last turned on'),
        manifest: field(z.string().nullable(), 'What it holds, as a device signed it.', null),
        profile: z
          .object({
            sealed: field(z.string().nullable(), 'Its envelope.', null),
            keyVersion: field(z.int(), 'The number of its key.', 2),
          })
          .meta({ description: 'The sealed profile.' }),
        slots: z
          .array(
            z.object({
              id: field(z.string(), 'Its id.', deletedId),
              kind: field(z.enum(slotKinds), 'What opens the vault.', 'passphrase'),
              keyVersion: field(z.int(), 'The number of the key that it opens.', 2),
              name: field(z.string(), 'Of a passkey.', ''),
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
