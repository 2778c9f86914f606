import { replaceEqualDeep } from '@tanstack/react-query';
import { isRecord } from '@nuances/domain/record';
import { setValidator, validatorOf } from './validators.ts';

const isSameList = (one: unknown, other: unknown) =>
  Array.isArray(one) &&
  Array.isArray(other) &&
  one.length === other.length &&
  one.every((item: unknown, index) => item === other[index]);

/** Whether the fields of two rows are the same, or lists of the same. */
function isSameRow(one: unknown, other: unknown): boolean {
  if (!isRecord(one) || !isRecord(other)) return false;
  const names = Object.keys(other);
  return (
    names.length === Object.keys(one).length &&
    names.every((name) => one[name] === other[name] || isSameList(one[name], other[name]))
  );
}

/**
 * An answer, with what has not changed taken from the one before, as `replaceEqualDeep` gives it. That copies each row before it
 * compares them: with twenty thousand scans a task of 100 ms.
 */
export function withSameRows(before: unknown, after: unknown): unknown {
  if (before === after || !Array.isArray(before) || !Array.isArray(after)) return replaceEqualDeep(before, after);
  const rows = after.map((row: unknown, index) => {
    const known: unknown = before[index];
    return isSameRow(known, row) ? known : replaceEqualDeep(known, row);
  });
  const shown: unknown = isSameList(rows, before) ? before : rows;
  setValidator(shown, validatorOf(after));
  return shown;
}
