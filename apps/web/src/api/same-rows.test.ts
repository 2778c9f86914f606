import { replaceEqualDeep } from '@tanstack/react-query';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { withSameRows } from './same-rows.ts';
import { setValidator, validatorOf } from './validators.ts';

const rowOf = (_id: number) => ({ _id, answers: [1, 2, 3], words: [{ text: 'calm' }], sealed: null });

it('an answer is what React Query would make of it', () => {
  const rows = fc.array(fc.record({ _id: fc.nat(3), answers: fc.array(fc.nat(2)), from: fc.string({ maxLength: 1 }) }));
  const answer = fc.oneof(rows, fc.jsonValue());
  fc.assert(
    fc.property(answer, answer, (before, after) => {
      expect(withSameRows(before, after)).toEqual(replaceEqualDeep(before, after));
      const same: unknown = structuredClone(before);
      if (typeof before === 'object' && before !== null) expect(withSameRows(before, same)).toBe(before);
    }),
  );
});

it('rows that have not changed are those of before', () => {
  const before = [rowOf(1), rowOf(2), rowOf(3)];
  expect(
    withSameRows(
      before,
      before.map(({ _id }) => rowOf(_id)),
    ),
  ).toBe(before);
  const after = withSameRows(before, [rowOf(1), { ...rowOf(2), sealed: 'v2.' }]);
  expect(after).toEqual([rowOf(1), { ...rowOf(2), sealed: 'v2.' }]);
  expect(Array.isArray(after) && after[0] === before[0]).toBe(true);
});

it('the validator of an answer is that of what is kept in its place', () => {
  const [before, same, after] = [[rowOf(1)], [rowOf(1)], [rowOf(1), rowOf(2)]];
  setValidator(same, '"a"');
  setValidator(after, '"b"');
  expect(validatorOf(withSameRows(before, same))).toBe('"a"');
  expect(validatorOf(before)).toBe('"a"');
  expect(validatorOf(withSameRows(before, after))).toBe('"b"');
  // A change made here has none, and leaves that of before.
  expect(validatorOf(withSameRows(before, [rowOf(3)]))).toBeUndefined();
  expect(validatorOf(before)).toBe('"a"');
});
