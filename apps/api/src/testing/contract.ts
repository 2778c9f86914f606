import { itemAt } from '@nuances/domain/item-at';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { openApiDocument } from '../openapi/document.ts';
import type { Operation } from '../openapi/operation.ts';
import type { HttpResponse } from './http-client.ts';

export type OpenApiDocument = ReturnType<typeof openApiDocument>;

/** Headers of HTTP itself. */
const transport = new Set(['date', 'connection', 'keep-alive', 'content-length', 'content-type', 'transfer-encoding']);

/** An operation of the document with its method and path. */
export interface Described {
  readonly method: string;
  /** With `{name}` for what varies. */
  readonly path: string;
  readonly operation: Operation;
}

/** The example that the document has of a request. */
export interface RequestExample {
  readonly path: Readonly<Record<string, unknown>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
}

/** Reads the example of an operation's request from the document. */
export function exampleOf({ operation: { parameters, requestBody } }: Described): RequestExample {
  const valuesIn = (place: string) =>
    Object.fromEntries(
      parameters.flatMap((parameter) =>
        'in' in parameter && parameter.in === place ? [[parameter.name, Object(parameter.schema['examples'])[0]]] : [],
      ),
    );
  const [body] = Object.values(requestBody?.content['application/json'].examples ?? {});
  return { path: valuesIn('path'), query: valuesIn('query'), ...(body ? { body: body.value } : {}) };
}

export interface Contract {
  readonly operations: readonly Described[];
  /**
   * Checks an answer against the document.
   * @throws Error with the undocumented part
   */
  check(method: string, path: string, answer: HttpResponse): void;
  /** Whether a value is what an operation may be sent, by the document. */
  isSendable(procedure: string, body: unknown): boolean;
  /** `procedure status`, of every answer that was checked. */
  readonly seen: ReadonlySet<string>;
}

const pointer = (...parts: readonly string[]) =>
  `document#/${parts.map((part) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/')}`;

/** Paths whose GET changes something, and which have no HEAD for it. */
export const withoutHead: readonly string[] = ['/api/auth/verify/{token}'];

/** Whether the percent encoding of a path is one of UTF-8. A query never fails. */
function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(itemAt(path.split('?', 1), 0));
    return true;
  } catch {
    return false;
  }
}

/** Finds what the document says of an answer. @throws Error for a status that the operation does not declare */
function createFinder(document: OpenApiDocument) {
  // A fixed part of a path is before one that varies, as in the router.
  const patterns = Object.keys(document.paths)
    .toSorted((a, b) => a.split('{').length - b.split('{').length)
    .map((path) => ({ path, pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/?]+')}/?(?:\\?|$)`) }));

  return (method: string, path: string, status: number): { parts: string[]; procedure: string | null } => {
    const place = patterns.find(({ pattern }) => pattern.test(path))?.path;
    const verb = method === 'HEAD' ? 'get' : method.toLowerCase();
    // HEAD goes wherever GET goes, save where a GET changes something: there it is a method that the path does not have.
    const isRefusedHead = method === 'HEAD' && place !== undefined && withoutHead.includes(place);
    const operation = place === undefined || isRefusedHead ? undefined : document.paths[place]?.[verb];
    if (place !== undefined && operation) {
      if (!(status in operation.responses)) throw new Error(`${operation['x-procedure']} does not declare ${status}`);
      return {
        parts: ['paths', place, verb, 'responses', String(status)],
        procedure: operation['x-procedure'],
      };
    }
    const expected = place === undefined ? 'NotFound' : 'MethodNotAllowed';
    const refused = status === 400 && !isDecodable(path) ? 'NoRequest' : expected;
    return { parts: ['x-otherAnswers', refused], procedure: null };
  };
}

/** Creates a checker of answers: undocumented parts are refused. */
export function createContract(document: OpenApiDocument): Contract {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats(ajv);
  ajv.addSchema(document, 'document');
  const seen = new Set<string>();
  const describedAs = createFinder(document);

  const operations: Described[] = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );

  function schemaAt(...parts: readonly string[]): ValidateFunction {
    const validate = ajv.getSchema(pointer(...parts));
    if (!validate) throw new Error(`The document has nothing at ${parts.join(' ')}`);
    return validate;
  }

  function checkHeaders(parts: readonly string[], headers: HttpResponse['headers']): void {
    const own = parts.reduce<unknown>((at, part) => Object(at)[part], document);
    const names = Object.keys(Object(own).headers);
    for (const name of [...names, ...Object.keys(document.components.headers)]) {
      if (name === 'retry-after' && !names.includes(name)) continue;
      const value = headers[name];
      if (value === undefined) throw new Error(`The header ${name} is missing`);
      const place = name in document.components.headers ? ['components', 'headers'] : [...parts, 'headers'];
      const validate = schemaAt(...place, name, 'schema');
      const read = name === 'retry-after' ? Number(value) : value;
      if (!validate(read))
        throw new Error(`The header ${name} is ${String(value)}: ${ajv.errorsText(validate.errors)}`);
    }
    const unknown = Object.keys(headers).filter(
      (name) =>
        !transport.has(name) &&
        !names.includes(name) &&
        !(name in document.components.headers && name !== 'retry-after'),
    );
    if (unknown.length > 0) throw new Error(`No document knows the header ${unknown.join(', ')}`);
  }

  return {
    operations,
    seen,
    check(method, path, answer) {
      const { parts, procedure } = describedAs(method, path, answer.status);
      try {
        if (procedure === null) {
          const wanted = { NotFound: 404, MethodNotAllowed: 405, NoRequest: 400 }[itemAt(parts, parts.length - 1)];
          if (answer.status !== wanted) throw new Error(`Expected ${wanted}`);
        }
        checkHeaders(parts, answer.headers);
        if (!/^application\/json; charset=utf-8$/.test(answer.headers['content-type'] ?? ''))
          throw new Error(`It is ${answer.headers['content-type']}`);
        if (method === 'HEAD') {
          if (answer.text !== '') throw new Error('HEAD has a body');
        } else {
          const validate = schemaAt(...parts, 'content', 'application/json', 'schema');
          if (!validate(answer.json)) throw new Error(ajv.errorsText(validate.errors));
        }
      } catch (error) {
        throw new Error(`${method} ${path.slice(0, 200)} answered ${answer.status} ${answer.text.slice(0, 300)}`, {
          cause: error,
        });
      }
      if (procedure !== null) seen.add(`${procedure} ${answer.status}`);
    },
    isSendable(procedure, body) {
      const found = operations.find(({ operation }) => operation['x-procedure'] === procedure);
      if (!found?.operation.requestBody) return false;
      const parts = ['paths', found.path, found.method.toLowerCase(), 'requestBody', 'content', 'application/json'];
      return schemaAt(...parts, 'schema')(body);
    },
  };
}
