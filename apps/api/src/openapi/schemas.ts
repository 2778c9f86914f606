import { isRecord } from '@nuances/domain/record';
import * as z from 'zod';
import { fieldExamples, type FieldFacts, fieldFacts } from './fields.ts';
import type { Json } from './headers.ts';

/** Whose field it is: what a procedure is sent, what it answers, or a named part of answers. */
interface Owner {
  readonly procedure: string;
  readonly isSent: boolean;
  readonly component?: string;
}

function factsOf(name: string, { procedure, isSent, component }: Owner): FieldFacts | undefined {
  const names = isSent
    ? [`${procedure}.${name}`, `sent ${name}`]
    : component === undefined
      ? [`${procedure} answers ${name}`]
      : [`${component}.${name}`];
  return [...names, name].map((key) => fieldFacts[key]).find((facts) => facts !== undefined);
}

/** What zod writes and nobody reads: the bounds of exact integers, and the pattern of a format that says the same. */
function isNoise(schema: Record<string, unknown>, key: string, value: unknown): boolean {
  if (key === 'pattern') return schema['format'] === 'date-time' || schema['format'] === 'uuid';
  return value === Number.MAX_SAFE_INTEGER || value === Number.MIN_SAFE_INTEGER;
}

/** A part of a JSON Schema as the document has it: without noise, its fields described, names pointing at components. */
function finish(part: unknown, owner: Owner): unknown {
  if (Array.isArray(part)) return part.map((inner: unknown) => finish(inner, owner));
  if (!isRecord(part)) return part;
  const finished: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(part)) {
    if (isNoise(part, key, value)) continue;
    if (key === 'properties' && isRecord(value)) finished[key] = finishFields(value, owner);
    else if (key === '$ref') finished[key] = String(value).replace('#/$defs/', '#/components/schemas/');
    else if (key !== 'id' && key !== '$defs') finished[key] = key === 'examples' ? value : finish(value, owner);
  }
  return finished;
}

function finishFields(fields: Record<string, unknown>, owner: Owner): Json {
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => {
      const finished = finish(field, owner);
      if (!isRecord(finished) || !isRecord(field)) return [name, finished];
      const { description, example, seldom: _seldom, ...bounds } = factsOf(name, owner) ?? {};
      const isText = finished['type'] === 'string' && !('enum' in finished);
      const known = example === undefined ? fieldExamples[name] : example;
      return [
        name,
        {
          ...(description === undefined ? {} : { description }),
          ...(owner.isSent && isText ? bounds : {}),
          ...(known === undefined || isDescribedWithin(field) ? {} : { examples: [known] }),
          ...finished,
        },
      ];
    }),
  );
}

/** Whether a field that may be null describes itself inside. */
function isDescribedWithin(field: Record<string, unknown>): boolean {
  const { anyOf } = field;
  return Array.isArray(anyOf) && anyOf.some((part: unknown) => isRecord(part) && 'description' in part);
}

/** Whether a field is left out of the example of a whole body. */
export const isSeldom = (name: string, owner: Owner) => factsOf(name, owner)?.seldom === true;

/** A schema of a procedure in JSON Schema; named parts of it are put into `components`. */
export function jsonSchemaOf(schema: z.core.$ZodType, owner: Owner, components: Record<string, Json>): Json {
  const { $schema: _dialect, ...json } = z.toJSONSchema(schema, {
    io: owner.isSent ? 'input' : 'output',
    target: 'draft-2020-12',
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      if (zodSchema._zod.def.type === 'date') Object.assign(jsonSchema, { type: 'string', format: 'date-time' });
    },
  });
  for (const [component, definition] of Object.entries(json.$defs ?? {})) {
    const finished = finish(definition, { ...owner, component });
    if (isRecord(finished)) components[component] = finished;
  }
  const finished = finish(json, owner);
  return isRecord(finished) ? finished : {};
}

/** A value that a schema describes: the examples of its fields, put together. */
export function exampleOf(
  schema: unknown,
  components: Readonly<Record<string, Json>>,
  skip = (_name: string) => false,
): unknown {
  if (!isRecord(schema)) return null;
  const { $ref, examples, properties, items, anyOf, type } = schema;
  if (typeof $ref === 'string') return exampleOf(components[$ref.split('/').at(-1) ?? ''], components, skip);
  if (Array.isArray(examples)) return examples[0];
  if ('const' in schema) return schema['const'];
  if (Array.isArray(anyOf)) return exampleOf(anyOf[0], components, skip);
  if (Array.isArray(schema['enum'])) return schema['enum'][0];
  if (isRecord(properties))
    return Object.fromEntries(
      Object.entries(properties)
        .filter(([name]) => !skip(name))
        .map(([name, field]) => [name, exampleOf(field, components)]),
    );
  if (isRecord(items)) return [exampleOf(items, components)];
  if (schema['format'] === 'date-time') return '2026-11-02T08:15:00.000Z';
  if (type === 'integer' || type === 'number') return 0;
  return type === 'boolean' ? true : '';
}
