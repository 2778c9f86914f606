import * as z from 'zod/mini';
import { axisCount } from '../axes.ts';
import { limits } from '../limits.ts';
import { isRecord } from '../record.ts';
import { having, namesOf, settled, shapeOf, type Settled, type ThingField } from '../thing.ts';
import { answersSchema, idSchema, instantSchema } from '../validation.ts';
import { answerMax, answerMin, type Answers } from './scoring.ts';
import { exactnesses } from './time.ts';

/** What else is told of a field of a scan. */
type ScanField = ThingField & {
  /**
   * Whether the person has said it, in the quiz: the device holds it sealed until it is sent, and another value makes
   * another scan of what is sent a second time under its id.
   */
  readonly isContent: boolean;
  /** The shortest answer that has it: every list, the answer to a new scan, or only what gives everything. */
  readonly shownIn: 'list' | 'result' | 'whole';
};

/** Seconds, at least 0, rounded, capped (SPEC.md SCAN-2). */
const durationSchema = z.pipe(
  z.number().check(z.gte(0)),
  z.transform((value: number) => Math.min(Math.round(value), limits.durationMaxS)),
);

/** Indices of axes, each once and rising; none when they are not sent (SPEC.md SCAN-5). */
const keptSchema = z.pipe(
  z.nullish(z.array(z.int().check(z.gte(0), z.lt(axisCount))).check(z.maxLength(axisCount))),
  z.transform((indices) => [...new Set(indices)].sort((one, other) => one - other)),
);

const momentSchema = z.pipe(
  z.nullish(z.enum(exactnesses)),
  z.transform((moment) => moment ?? 'exact'),
);

const content = { purpose: 'scans', isSealed: false, isContent: true } as const;
const kept = { purpose: 'scans', isSealed: false, isContent: false } as const;

/** The fields of a scan, in the order in which their faults are told. For optional values that are sent, `null` means absent. */
export const scanFields = {
  _id: { ...kept, column: 'id', shownIn: 'list', sent: z.nullish(idSchema), answered: z.string(), restored: idSchema },
  answers: {
    ...content,
    column: 'answers',
    shownIn: 'list',
    sent: answersSchema,
    answered: z.array(z.int()),
    restored: answersSchema,
  },
  /** Computed by the server: a client's is ignored (SPEC.md SCAN-3). */
  scoring: { ...kept, column: 'scoring', shownIn: 'list', sent: z.optional(z.unknown()), answered: z.int() },
  /** Seconds. */
  duration: {
    ...content,
    column: 'durationS',
    shownIn: 'result',
    sent: z.nullish(durationSchema),
    answered: z.nullable(z.int()),
    restored: z.nullish(z.int().check(z.gte(0), z.lte(limits.durationMaxS))),
  },
  createdAt: {
    ...kept,
    column: 'createdAt',
    shownIn: 'list',
    sent: z.nullish(instantSchema),
    answered: z.date(),
    restored: instantSchema,
  },
  /** Axes whose answers were taken over from the scan before, by their index (SPEC.md SCAN-5). */
  kept: {
    ...content,
    column: 'kept',
    shownIn: 'whole',
    sent: keptSchema,
    answered: z.array(z.int()),
    restored: keptSchema,
  },
  /** How exact `createdAt` is (SPEC.md TIME-4). */
  moment: {
    ...content,
    column: 'moment',
    shownIn: 'whole',
    sent: momentSchema,
    answered: z.enum(exactnesses),
    restored: momentSchema,
  },
  receivedAt: {
    ...kept,
    column: 'receivedAt',
    shownIn: 'whole',
    answered: z.date(),
    restored: z.nullish(instantSchema),
  },
  tags: { column: 'tagsSealed', purpose: 'tags', isSealed: true, isContent: false, shownIn: 'whole' },
} as const satisfies Readonly<Record<string, ScanField>>;

/** What the row of a scan has besides, where the account has a vault or had one. */
export const vaultScanFields = {
  /** The content in one envelope: then neither it nor the score is stored beside it. */
  sealed: { column: 'sealed', purpose: 'scans', isSealed: true, isContent: false, shownIn: 'list' },
  /** Number of the key that it was stored under. */
  keyVersion: { ...kept, column: 'keyVersion', shownIn: 'list', answered: z.int() },
  /** It came unsealed to a vault. */
  arrivedClear: { ...kept, column: 'arrivedClear', shownIn: 'list', answered: z.boolean() },
} as const satisfies Readonly<Record<string, ScanField>>;

/** The fields of every list, and those of the answer to a new scan. */
export const listedScanFields = having(scanFields, 'shownIn', ['list']);
export const resultScanFields = having(scanFields, 'shownIn', ['list', 'result']);

/** What a person has said in a scan. */
export const scanContentFields = having(scanFields, 'isContent', [true]);
const contentShape = shapeOf(scanContentFields, 'sent');
const contentSchema = z.object(contentShape);
const contentNames = namesOf(contentShape);

/** What a person has said in a scan. */
export type ScanContent = Readonly<Omit<Settled<z.output<typeof contentSchema>>, 'answers'>> & {
  readonly answers: Answers;
};

/** The content of a scan, from all that is known of it. */
export function scanContent(scan: ScanContent): ScanContent {
  return settled(contentNames, scan);
}

const isWithin = (value: unknown, least: number, most: number): value is number =>
  Number.isInteger(value) && Number(value) >= least && Number(value) <= most;

/** What the schema leaves as it is: it is slow for ten thousand scans that are opened in a row. A field without one does not compile. */
const settledValues: { readonly [Name in keyof ScanContent]: (value: unknown) => boolean } = {
  answers: (value) =>
    Array.isArray(value) &&
    value.length === axisCount &&
    value.every((answer) => isWithin(answer, answerMin, answerMax)),
  duration: (value) => value === null || isWithin(value, 0, limits.durationMaxS),
  kept: (value) =>
    Array.isArray(value) &&
    value.every((axis, at) => isWithin(axis, at === 0 ? 0 : Number(value[at - 1]) + 1, axisCount - 1)),
  moment: (value) => exactnesses.some((exactness) => exactness === value),
};

/** Whether a value is as {@link readScanContent} gives it. */
function isSettled(value: unknown): value is ScanContent {
  return isRecord(value) && contentNames.every((name) => settledValues[name](value[name]));
}

/** The content of a scan in what was stored on a device; null when it is not valid. */
export function readScanContent(stored: unknown): ScanContent | null {
  if (isSettled(stored)) return scanContent(stored);
  const read = z.safeParse(contentSchema, stored);
  return read.success ? settled(contentNames, read.data) : null;
}
