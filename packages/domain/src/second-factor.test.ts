import { expect, it } from 'vitest';
import { limits } from './limits.ts';
import { backupCode, loginWithCodeSchema, oneTimeCode, readCode, shownBackupCode } from './second-factor.ts';
import { checkForm } from './validation.ts';

it('CODE-1: are what every code app computes', () => {
  expect(oneTimeCode).toEqual({ digits: 6, periodS: 30, tolerance: 1 });
  expect(backupCode).toEqual({ count: 10, digits: 8 });
  expect(readCode(shownBackupCode('12345678'))).toEqual({ kind: 'backup', digits: '12345678' });
});

it('CODE-2: a code is read by its digits, whatever stands between them', () => {
  expect(readCode('417293')).toEqual({ kind: 'app', digits: '417293' });
  expect(readCode(' 417 293\n')).toEqual({ kind: 'app', digits: '417293' });
  expect(readCode('1234-5678')).toEqual({ kind: 'backup', digits: '12345678' });
  for (const other of ['', ' ', '41729', '4172933', '41729a', '٤١٧٢٩٣', '+41729']) expect(readCode(other)).toBeNull();
});

it('CODE-2: a login takes any text as a code, or none', () => {
  const login = { username: 'ada', password: 'x' };
  for (const code of [undefined, null, '', 'abc', '1'.repeat(limits.codeMax)])
    expect(checkForm(loginWithCodeSchema, { ...login, code })).toBeNull();
  expect(checkForm(loginWithCodeSchema, { ...login, code: '1'.repeat(limits.codeMax + 1) })).not.toBeNull();
});
