import { isRecord } from '@nuances/domain/record';
import { namesIn, type RestRoute } from '../http/rest.ts';
import type { Access } from '../trpc.ts';
import { type Content, failuresOf, type Response } from './failures.ts';
import { headersOf, type Json } from './headers.ts';
import { exampleOf, jsonSchemaOf } from './schemas.ts';

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query';
  readonly required: boolean;
  readonly description: string;
  readonly schema: Json;
  /** The one of the schema: not every generator reads it there. */
  readonly example: unknown;
}

export interface Operation {
  /** The procedure's name as one word, which generators take for the name of a function. */
  readonly operationId: string;
  /** The name of the same call over tRPC. */
  readonly 'x-procedure': string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description: string;
  readonly security: readonly Record<string, readonly string[]>[];
  readonly parameters: readonly (Parameter | { readonly $ref: string })[];
  readonly requestBody?: { readonly required: boolean; readonly content: Content };
  readonly responses: Readonly<Record<string, Response>>;
}

const security: Readonly<Record<Access, readonly Record<string, readonly string[]>[]>> = {
  public: [],
  optional: [{}, { bearer: [] }],
  authentic: [{ bearer: [] }],
  user: [{ bearer: [] }],
  admin: [{ bearer: [] }],
};

const textOf = (value: unknown) => (typeof value === 'string' ? value : '');
const namesOf = (value: unknown) => (Array.isArray(value) ? value.filter((name) => typeof name === 'string') : []);

function parametersOf({ inputPlace: place, path }: RestRoute, schema: Json | null): Parameter[] {
  const properties = schema?.['properties'];
  if (!isRecord(properties) || place === 'body' || place === 'nowhere') return [];
  const inPath = namesIn(path);
  const required = namesOf(schema?.['required']);
  return Object.entries(properties).flatMap(([name, field]) => {
    if (!isRecord(field) || (place !== 'query' && !inPath.includes(name))) return [];
    const { description, ...rest } = field;
    const examples: readonly unknown[] = Array.isArray(rest['examples']) ? rest['examples'] : [];
    return {
      name,
      in: place === 'query' ? 'query' : 'path',
      required: place !== 'query' || required.includes(name),
      description: textOf(description),
      schema: rest,
      example: examples[0],
    };
  });
}

/** The part of an input in the body: all fields that are no path parameters. */
function bodyOf({ inputPlace: place, path }: RestRoute, schema: Json | null): Json | null {
  if (!schema || (place !== 'body' && place !== 'path and body')) return null;
  const { properties, required } = schema;
  if (place === 'body' || !isRecord(properties)) return schema;
  const inPath = new Set(namesIn(path));
  return {
    ...schema,
    properties: Object.fromEntries(Object.entries(properties).filter(([name]) => !inPath.has(name))),
    required: namesOf(required).filter((name) => !inPath.has(name)),
  };
}

/** The tag of an operation: the sub-router of its procedure. */
export const tagOf = (procedure: string): string => procedure.slice(0, procedure.indexOf('.'));

/** The first sentence of a description, without its dot. */
const summaryOf = (about: string) => (/^.*?(?=[.;:](?:\s|$))/s.exec(about)?.[0] ?? about).trim();

const capitalized = (word: string) => word.slice(0, 1).toUpperCase() + word.slice(1);

/** `notes.create` as `notesCreate`. */
const operationIdOf = (procedure: string) =>
  procedure
    .split('.')
    .map((word, index) => (index === 0 ? word : capitalized(word)))
    .join('');

const requestEnding = 'Request';
/** Whether a schema of the document is the body of a request. */
export const isRequest = (name: string): boolean => name.endsWith(requestEnding);

const languageParameter = { $ref: '#/components/parameters/Language' };

/** An operation of the document; shared schemas go into `components`. */
export function operationOf(route: RestRoute, components: Record<string, Json>): Operation {
  const { name: procedure, about } = route;
  const input = route.input ? jsonSchemaOf(route.input, 'input', components) : null;
  const output = jsonSchemaOf(route.output, 'output', components);
  const body = bodyOf(route, input);
  const operationId = operationIdOf(procedure);
  const content = ({ examples, ...schema }: Json): Content => ({
    'application/json': { schema, examples: { example: { value: exampleOf({ examples, ...schema }, components) } } },
  });
  /** With a name, which generators give to its type. */
  const namedContent = ({ examples, ...schema }: Json): Content => {
    const name = capitalized(operationId) + requestEnding;
    components[name] = schema;
    return content({ $ref: `#/components/schemas/${name}`, ...(examples === undefined ? {} : { examples }) });
  };
  return {
    operationId,
    'x-procedure': procedure,
    tags: [tagOf(procedure)],
    summary: summaryOf(about),
    description: about,
    security: security[route.access],
    parameters: [...parametersOf(route, input), languageParameter],
    ...(body
      ? {
          requestBody: {
            required: namesOf(body['required']).length > 0,
            content: namedContent(body),
          },
        }
      : {}),
    responses: Object.fromEntries([
      [String(route.status), { description: 'Done.', headers: headersOf(route.status), content: content(output) }],
      ...failuresOf(route),
    ]),
  };
}
