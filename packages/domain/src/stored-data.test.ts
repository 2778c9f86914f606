import { expect, it } from 'vitest';
import { storedData, storedItems } from './stored-data.ts';

it('STORED-1: lists each entry once, and each field in one', () => {
  expect(storedItems.map(({ id }) => id)).toEqual(Object.keys(storedData));
  const fields = storedItems.flatMap(({ table, readable = [], sealed = [], hashed = [] }) =>
    [...readable, ...sealed, ...hashed].map((field) => `${table}.${field}`),
  );
  expect(fields.length).toBe(new Set(fields).size);
});
