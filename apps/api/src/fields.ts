/**
 * Texts of fields for the OpenAPI document, kept in zod's own registry. Schemas of the domain are described here and
 * not there, because they travel to the browser and their texts need not.
 */
import { AppError } from '@nuances/domain/errors';
import { lifetimes, limits } from '@nuances/domain/limits';
import { locales } from '@nuances/domain/locales';
import { profileTexts } from '@nuances/domain/profile/texts';
import { roles } from '@nuances/domain/roles';
import { type FieldText, type Form, shapeOf, type ShapeOf, type ThingField } from '@nuances/domain/thing';
import { deviceTokensSchema, emailSchema, idSchema, localeSchema, newPasswordSchema } from '@nuances/domain/validation';
import * as z from 'zod';

type ObjectShape<Schema extends z.core.$ZodObject> = Schema['_zod']['def']['shape'];

/**
 * An object schema of the domain, its fields described. Each is one of its own: the same schema has another text
 * elsewhere.
 * @param example a whole body, where not every field belongs into one
 */
export function described<Schema extends z.core.$ZodObject>(
  schema: Schema,
  texts: { readonly [Field in keyof ObjectShape<Schema>]?: FieldText },
  example?: Readonly<Record<string, unknown>>,
): Schema {
  const shape: Record<string, z.core.$ZodType> = { ...schema._zod.def.shape };
  for (const [name, text] of Object.entries<FieldText | undefined>(texts)) {
    const plain = shape[name];
    if (!plain || !text) continue;
    const own = z.clone(plain);
    z.globalRegistry.add(own, text);
    shape[name] = own;
  }
  const own = z.clone(schema, { ...schema._zod.def, shape });
  if (example) z.globalRegistry.add(own, { examples: [example] });
  return own;
}

/**
 * The schemas of the fields of a thing in one of their forms, described. Each is one of its own: the same schema has another
 * text elsewhere.
 * @param kind of the texts, where it is not the form
 */
export function describedShape<Fields extends object, Wire extends Form>(
  fields: Fields,
  wire: Wire,
  texts: { readonly [Name in keyof Fields]: { readonly [Kind in Form | 'exported']?: FieldText } },
  kind?: 'exported',
): ShapeOf<Fields, Wire>;
export function describedShape(
  fields: Readonly<Record<string, ThingField>>,
  wire: Form,
  texts: Readonly<Record<string, { readonly [Kind in Form | 'exported']?: FieldText }>>,
  kind: Form | 'exported' = wire,
): object {
  const shape = Object.entries<z.core.$ZodType>(shapeOf(fields, wire));
  return Object.fromEntries(
    shape.map(([name, schema]) => {
      const own = z.clone(schema);
      z.globalRegistry.add(own, texts[name]?.[kind] ?? texts[name]?.[wire] ?? {});
      return [name, own];
    }),
  );
}

/** A schema with its text for the document. */
export const field = <Schema extends z.ZodType>(schema: Schema, description: string, example: unknown): Schema =>
  schema.meta({ description, examples: [example] });

/** The text of a field that is answered as it was sent; bounds are for what is sent. */
function textOf(schema: z.core.$ZodType) {
  const meta = z.globalRegistry.get(schema);
  if (meta?.description === undefined) throw new Error('The schema is not described');
  return { description: meta.description, ...(meta.examples ? { examples: meta.examples } : {}) };
}

z.globalRegistry.add(emailSchema, profileTexts.email.sent);
z.globalRegistry.add(newPasswordSchema, {
  description:
    'At least 8 characters, with a lower-case and an upper-case letter, a digit and one of `@$!%*?&`. Other characters may be in it too. Common passwords are refused, and those made of the user name, the e-mail address or the name of the product.',
  examples: ['Nights&Days-7'],
  minLength: limits.password.min,
  maxLength: limits.password.max,
});
z.globalRegistry.add(localeSchema, {
  description: 'The language of the interface, of mails, and of answers to calls that name none.',
  examples: ['en'],
});

const days = (seconds: number) => seconds / 86_400;

export const refreshTokenText: FieldText = {
  description: `Gives new access tokens: ${days(lifetimes.sessionIdleS)} days after its last use, and ${days(lifetimes.sessionAbsoluteS)} days after the login, at most.`,
  examples: ['mE0vYb1l6c9cOeS1b7yD0i1m3Qx5Z8w2n4K7a9T6u1s'],
};

/** The text of a field that proves a password. */
export const passwordText = (description: string): FieldText => ({
  description,
  examples: ['Nights&Days-7'],
  maxLength: limits.password.max,
});

export const usernameText: FieldText = {
  description: 'Letters, digits and underscores. Unique, whatever the case of its letters.',
  examples: ['ada'],
};

/** A field of an answer, or a field sent that has no rules of the domain. */
export const languageField = z.enum(locales).meta(textOf(localeSchema));
export const roleField = field(
  z.enum(roles),
  'What the account may do. For display only: the server reads it anew at every call.',
  'user',
);
export const userKeyField = field(
  z.string(),
  "The key that seals the person's notes: 64 hexadecimal digits; empty in a vault, whose key the server does not have.",
  'c7d95ff887fddb61168d113a4a7cd898261746e8820d332c3e6f5a8833237b93',
);
export const idField = field(z.string(), 'A UUID, in lower case.', '0b6f1f5c-3a52-4f0e-9d57-2c6a4c1d8e90');
/** The id that a caller names. @throws AppError `notFound` for a text that nothing has as its id */
export function idOf(text: string): string {
  const id = idSchema.safeParse(text);
  if (!id.success) throw new AppError('notFound');
  return id.data;
}
/** What a vault seals is null. */
export const sealedAway = field(z.null(), 'Sealed.', null);
/** Null stands for the envelope of what is readable. */
export const unsealed = field(z.null().optional(), 'Only where the account has a vault or had one.', null);
const deviceTokenExample = 'q3Jv0bW8mY2nT5rE7uK1xA.5nYw0kq0u3mZQe8b1rXv9tLh2cD6sPf4gJiNaMoUyWE';
z.globalRegistry.add(deviceTokensSchema, {
  description:
    'The device tokens that earlier answers gave this device; an empty list asks for a first one. Wrong passwords that others try do not lock out a device that sends a token of the account.',
  examples: [[deviceTokenExample]],
});
export const deviceTokenField = field(
  z.string().optional(),
  'A token for this device, when `deviceTokens` was sent. It logs nobody in.',
  deviceTokenExample,
);

/** What a new password changes nothing of. */
export const staysField = field(
  z.array(z.enum(['vault', 'codes'])).optional(),
  'When `deviceTokens` was sent: what a new password neither opens nor ends, of a vault and one-time codes.',
  ['vault', 'codes'],
);

/** The texts of the fields that ask for a part of a list. */
export const pageTexts = {
  limit: { description: 'At most so many items; without it, all of them.', examples: [50] },
  before: {
    description:
      'Only what comes after this place in the list: `createdAt` and `_id` of the last item of the page before, with a comma between them; or a moment alone, for everything earlier.',
    examples: ['2026-11-02T08:15:00.000Z,0b6f1f5c-3a52-4f0e-9d57-2c6a4c1d8e90'],
  },
} as const satisfies Record<string, { description: string; examples: unknown[] }>;

/** An answer that is one sentence. */
export const messageOutput = (example: string) =>
  z.object({
    message: field(z.string(), 'A sentence for the person, in the language of the request.', example),
  });
