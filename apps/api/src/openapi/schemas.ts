import { isRecord } from '@nuances/domain/record';
import * as z from 'zod';
import type { Json } from './headers.ts';

/** The name of what a reference points at. */
export const lastPart = (ref: string): string => ref.slice(ref.lastIndexOf('/') + 1);

/** Redundant output of zod: bounds of safe integers, and the pattern of a known format. */
function isNoise(schema: Record<string, unknown>, key: string, value: unknown): boolean {
  if (key === 'pattern') return schema['format'] === 'date-time' || schema['format'] === 'uuid';
  return value === Number.MAX_SAFE_INTEGER || value === Number.MIN_SAFE_INTEGER;
}

/** A part of a JSON Schema for the document: without redundant output, with references to its components. */
function finish(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(finish);
  if (!isRecord(part)) return part;
  const finished: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(part)) {
    if (isNoise(part, key, value)) continue;
    if (key === '$ref') finished[key] = String(value).replace('#/$defs/', '#/components/schemas/');
    else if (key === 'properties' && isRecord(value))
      finished[key] = Object.fromEntries(Object.entries(value).map(([name, field]) => [name, finish(field)]));
    else if (key !== 'id' && key !== '$defs') finished[key] = key === 'examples' ? value : finish(value);
  }
  return finished;
}

/** A schema of a procedure in JSON Schema; named parts of it are put into `components`. */
export function jsonSchemaOf(schema: z.core.$ZodType, io: 'input' | 'output', components: Record<string, Json>): Json {
  const { $schema: _dialect, ...json } = z.toJSONSchema(schema, {
    io,
    target: 'draft-2020-12',
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      if (zodSchema._zod.def.type === 'date') Object.assign(jsonSchema, { type: 'string', format: 'date-time' });
      // zod drops the examples of what it transforms; ours are of what is sent.
      const examples = z.globalRegistry.get(zodSchema)?.examples;
      if (examples) Object.assign(jsonSchema, { examples });
    },
  });
  for (const [component, definition] of Object.entries(json.$defs ?? {})) {
    const finished = finish(definition);
    if (isRecord(finished)) components[component] = finished;
  }
  const finished = finish(json);
  return isRecord(finished) ? finished : {};
}

/**
 * A value that a schema describes: the examples of its fields, put together. An optional part that is a shape of its
 * own is left out: few answers have it.
 */
export function exampleOf(schema: unknown, components: Readonly<Record<string, Json>>): unknown {
  if (!isRecord(schema)) return null;
  const { $ref, examples, properties, required, items, anyOf } = schema;
  if (Array.isArray(examples)) return examples[0];
  if (typeof $ref === 'string') return exampleOf(components[lastPart($ref)], components);
  if (Array.isArray(anyOf)) return exampleOf(anyOf[0], components);
  if (isRecord(items)) return [exampleOf(items, components)];
  const names: readonly unknown[] = Array.isArray(required) ? required : [];
  return Object.fromEntries(
    Object.entries(isRecord(properties) ? properties : {})
      .filter(([name, field]) => names.includes(name) || !isRecord(field) || !('$ref' in field))
      .map(([name, field]) => [name, exampleOf(field, components)]),
  );
}
