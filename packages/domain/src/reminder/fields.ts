import * as z from 'zod/mini';
import { having, namesOf, picked, settled, type Settled, shapeOf, type ThingField } from '../thing.ts';
import { isZone } from './schedule.ts';

/** What else is told of a field of a reminder. */
type ReminderField = ThingField & {
  /** Whether the calls about the reminder answer it, and whether an export has it. */
  readonly isShown: boolean;
  readonly isExported: boolean;
};

const own = { purpose: 'reminder', isSealed: false, isShown: true, isExported: true } as const;
const internal = { purpose: 'reminder', isSealed: false, isShown: false, isExported: false } as const;

/** The fields of a reminder (SPEC.md REMIND-1). */
export const reminderFields = {
  /** The login of the notified device, which ends with it; answered as `isHere`. */
  family: { ...internal, column: 'family' },
  /** Days of the week, from 1 for Monday to 7 for Sunday (ISO 8601). */
  days: {
    ...own,
    column: 'days',
    sent: z.array(z.int().check(z.gte(1), z.lte(7))).check(
      z.minLength(1),
      z.maxLength(7),
      z.refine((days) => new Set(days).size === days.length),
    ),
    answered: z.array(z.int()),
  },
  /** `HH:MM`, local time of the zone. */
  time: {
    ...own,
    column: 'time',
    sent: z.string().check(z.regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/)),
    answered: z.string(),
  },
  /** IANA name. */
  zone: { ...own, column: 'zone', sent: z.string().check(z.refine(isZone)), answered: z.string() },
  pausedUntil: { ...own, column: 'pausedUntil', answered: z.nullable(z.date()) },
  /** Stored: when it is sent next, or tried again. Answered: the time that was chosen (SPEC.md REMIND-6). */
  nextAt: { ...own, column: 'nextDueAt', isExported: false, answered: z.date() },
  retriedFrom: { ...internal, column: 'retriedFrom' },
  sentAt: { ...own, column: 'sentAt', isShown: false, answered: z.nullable(z.date()) },
  /** The address of the push service. */
  endpoint: { purpose: 'reminder', isSealed: true, isShown: false, isExported: false, column: 'endpointSealed' },
} as const satisfies Readonly<Record<string, ReminderField>>;

export const shownReminderFields = having(reminderFields, 'isShown', [true]);
export const exportedReminderFields = having(reminderFields, 'isExported', [true]);

const sentShape = shapeOf(reminderFields, 'sent');
const sentNames = namesOf(sentShape);

/** What a person sets. */
export const sentReminderFields = picked(sentNames, reminderFields);
export const reminderSchema = z.object(sentShape);

/** A reminder as a person sets it. */
export type NewReminder = Readonly<Omit<Settled<z.output<typeof reminderSchema>>, 'days'>> & {
  readonly days: readonly number[];
};

/** A reminder in what was stored on a device; null when it is not valid. */
export function readNewReminder(stored: unknown): NewReminder | null {
  const read = z.safeParse(reminderSchema, stored);
  return read.success ? settled(sentNames, read.data) : null;
}
