import { AppError, isErrorCode } from '@nuances/domain/errors';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { statusOf } from '../errors.ts';
import { restRoutes } from '../http/rest.ts';
import { openApiDocument } from './document.ts';
import { isRequest } from './operation.ts';

const document = openApiDocument();
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, operation, name: operation['x-procedure'] })),
);

const ajv = new Ajv2020({ strict: false });
addFormats(ajv);
ajv.addSchema(document, 'document');

/** Every part of the document, with the names that lead there. */
function* parts(value: unknown, way: readonly string[] = []): Generator<{ way: readonly string[]; part: object }> {
  if (typeof value !== 'object' || value === null) return;
  yield { way, part: value };
  for (const [name, inner] of Object.entries(value)) yield* parts(inner, [...way, name]);
}
const allParts = [...parts(document)];

describe('the document', () => {
  it('has every REST operation, with the statuses of its codes', () => {
    expect(operations.map(({ method, path }) => `${method} ${path}`).toSorted()).toEqual(
      restRoutes.map(({ method, path }) => `${method.toLowerCase()} ${path.replace(/:(\w+)/g, '{$1}')}`).toSorted(),
    );
    for (const { operation, name } of operations)
      for (const [status, { content, description }] of Object.entries(operation.responses)) {
        expect(description, name).toMatch(/^[A-Z].*\.$/);
        const codes: unknown[] = Object(content['application/json'].schema['allOf'])[1]?.properties.code.enum ?? [];
        for (const code of codes) expect(isErrorCode(code) && statusOf(new AppError(code)), name).toBe(Number(status));
      }
  });

  it('names each operation once, by its procedure, under a group that is described', () => {
    const names = operations.map(({ name }) => name);
    expect(names.toSorted()).toEqual(restRoutes.map(({ name }) => name).toSorted());
    const ids = operations.map(({ operation }) => operation.operationId);
    expect(new Set(ids.map((id) => id.toLowerCase())).size).toBe(ids.length);
    for (const id of ids) expect(id).toMatch(/^[a-z]+[A-Z][A-Za-z]*$/);
    expect(ids).toContain('notesCreate');
    for (const { operation } of operations) {
      expect(operation.summary.length, operation.summary).toBeLessThan(120);
      const [tag] = operation.tags;
      expect(document.tags.find(({ name }) => name === tag)?.description).toMatch(/\.$/);
    }
  });

  it('has no dangling reference', () => {
    const refs = allParts.flatMap(({ part }) => ('$ref' in part ? [String(part.$ref)] : []));
    expect(refs.length).toBeGreaterThan(100);
    for (const ref of refs) {
      const found = ref
        .slice(2)
        .split('/')
        .reduce<unknown>((at, name) => Object(at)[name], document);
      expect(found, ref).toBeDefined();
    }
  });

  it('describes every path parameter', () => {
    for (const { path, operation } of operations) {
      const named = operation.parameters.flatMap((parameter) =>
        'in' in parameter && parameter.in === 'path' ? [parameter.name] : [],
      );
      expect(named).toEqual([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name));
    }
  });

  it('describes every field, and gives an example of each that is sent', () => {
    for (const { way, part } of allParts) {
      if (way.at(-2) !== 'properties' || way.includes('allOf') || way.includes('examples')) continue;
      const text = JSON.stringify(part);
      expect(text, way.join(' ')).toMatch(/"description":"[^"]/);
      if (way.some(isRequest)) expect(text, way.join(' ')).toContain('"examples":[');
    }
    for (const { operation } of operations)
      for (const parameter of operation.parameters)
        if ('in' in parameter) {
          expect(parameter.description, parameter.name).not.toBe('');
          expect(parameter.schema['examples'], parameter.name).toHaveLength(1);
        }
  });

  it('gives a field the text of its own call, also where calls share a schema', () => {
    const { schemas } = document.components;
    expect(Object(schemas['AuthLoginRequest']?.['properties']).password.description).toBe('The password.');
    for (const name of ['ResultsCreateRequest', 'NotesCreateRequest', 'RestoreAddRequest'])
      expect(JSON.stringify(schemas[name]), name).not.toContain('erasable');
    expect(JSON.stringify(schemas['ResultsCreateRequest'])).not.toContain('export');
  });

  it('says of a refusal what its codes are for', () => {
    const codesOfText = new Map<string, unknown>();
    for (const { operation } of operations)
      for (const status of ['401', '403', '409']) {
        const refusal = operation.responses[status];
        if (!refusal) continue;
        const codes: unknown[] = Object(refusal.content['application/json'].schema['allOf'])[1]?.properties.code.enum;
        const known = codesOfText.get(refusal.description) ?? codes.toSorted();
        expect(codes.toSorted(), refusal.description).toEqual(known);
        codesOfText.set(refusal.description, known);
      }
    expect(codesOfText.size).toBeGreaterThan(10);
  });

  it('has examples that match their schema', () => {
    let count = 0;
    for (const { way, part } of allParts) {
      if (!('schema' in part) || !('examples' in part)) continue;
      const pointer = [...way, 'schema'].map((name) => encodeURIComponent(name.replaceAll('/', '~1'))).join('/');
      const validate = ajv.getSchema(`document#/${pointer}`);
      for (const { value } of Object.values<{ value: unknown }>(Object(part.examples))) {
        count += 1;
        expect(
          validate?.(value),
          `${way.join(' ')}: ${JSON.stringify(value)} ${ajv.errorsText(validate?.errors)}`,
        ).toBe(true);
      }
    }
    expect(count).toBeGreaterThan(200);
  });

  it.each(operations.filter(({ operation }) => operation.requestBody))(
    '$name takes the example of its body',
    async ({ name, operation }) => {
      const input = restRoutes.find((route) => route.name === name)?.input;
      const [example] = Object.values(operation.requestBody?.content['application/json'].examples ?? {});
      // The path says the rest.
      const whole = {
        token: 'x',
        purpose: 'usage',
        _id: '0b6f1f5c-3a52-4f0e-9d57-2c6a4c1d8e90',
        id: '0b6f1f5c-3a52-4f0e-9d57-2c6a4c1d8e90',
        ...Object(example?.value),
      };
      expect(input && z.safeParse(input, whole)).toMatchObject({ success: true });
    },
  );

  it('has the real messages as examples of failures', () => {
    const example = (status: number, language: string) =>
      document.paths['/api/auth/signup']?.['post']?.responses[String(status)]?.content['application/json'].examples[
        language
      ];
    expect(example(409, 'fr')?.value).toMatchObject({
      code: 'usernameTaken',
      message: expect.stringContaining('déjà'),
    });
    expect(example(400, 'en')?.value).toMatchObject({ errors: { username: 'Username is required' } });
  });
});
