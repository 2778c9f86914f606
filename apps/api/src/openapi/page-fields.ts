import { isRecord } from '@nuances/domain/record';
import type { Json } from './headers.ts';
import { lastPart } from './schemas.ts';

/** Text as HTML. */
export const escape = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** A text of the document as HTML: backticks mark code. */
export const prose = (text: string) => escape(text).replaceAll(/`([^`]+)`/g, '<code>$1</code>');

const count = (value: unknown) => (typeof value === 'number' ? value.toLocaleString('en') : '');

/** The type of a schema in few words, as HTML. */
export function kindOf(schema: unknown): string {
  if (!isRecord(schema)) return 'anything';
  const { $ref, anyOf, items, type, format } = schema;
  if (typeof $ref === 'string') return `<a href="#${lastPart($ref)}">${lastPart($ref)}</a>`;
  if ('const' in schema) return escape(JSON.stringify(schema['const']));
  if (Array.isArray(schema['enum']))
    return schema['enum'].map((value: unknown) => escape(JSON.stringify(value))).join(', ');
  if (Array.isArray(anyOf)) return anyOf.map(kindOf).join(' or ');
  if (isRecord(items)) {
    const { minItems, maxItems } = schema;
    return `list${minItems !== undefined && minItems === maxItems ? ` of ${count(minItems)}` : ''}: ${kindOf(items)}`;
  }
  if (Array.isArray(type)) return type.map(String).join(' or ');
  if (typeof type !== 'string') return 'anything';
  const { minimum, maximum } = schema;
  const bounds =
    minimum === undefined
      ? ''
      : maximum === undefined
        ? `, from ${count(minimum)}`
        : `, ${count(minimum)} to ${count(maximum)}`;
  return escape(typeof format === 'string' ? format : type) + bounds;
}

function lengthOf(schema: Json): string {
  const { minLength, maxLength } = schema;
  if (maxLength === undefined) return '';
  return minLength === undefined
    ? `At most ${count(maxLength)} characters.`
    : `${count(minLength)} to ${count(maxLength)} characters.`;
}

interface Field {
  readonly name: string;
  readonly schema: Json;
  readonly description: string;
  readonly isRequired: boolean;
}

/** Facts of a field that may be null stand inside. */
function factsOf(schema: Json): Json {
  const { anyOf } = schema;
  const inner: unknown = Array.isArray(anyOf) ? anyOf[0] : undefined;
  return isRecord(inner) ? { ...inner, ...schema } : schema;
}

function row({ name, schema, description, isRequired }: Field): string {
  const words = [prose(description), lengthOf(factsOf(schema))].filter(Boolean).join(' ');
  return `<tr><th scope="row"><code>${escape(name)}</code><small>${kindOf(schema)}${isRequired ? '' : ', optional'}</small></th><td>${words}</td></tr>`;
}

/** Fields as a table. */
export const table = (fields: readonly Field[]) => `<table>${fields.map(row).join('')}</table>`;

/** The fields of an object schema. */
export function fieldsOf(schema: Json): Field[] {
  const { properties, required } = schema;
  if (!isRecord(properties)) return [];
  const names: unknown[] = Array.isArray(required) ? required : [];
  return Object.entries(properties).flatMap(([name, field]) => {
    if (!isRecord(field)) return [];
    const { description } = factsOf(field);
    return {
      name,
      schema: field,
      description: typeof description === 'string' ? description : '',
      isRequired: names.includes(name),
    };
  });
}
