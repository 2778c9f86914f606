import { describe, expect, test } from 'vitest';
import { changesSince, valuesOf, withChange, type Profile } from './profile-values.ts';

const profile: Profile = {
  username: 'lea_morel',
  firstName: 'Léa',
  lastName: 'Morel',
  email: 'lea.morel@exemple.fr',
  isVerified: true,
  pendingEmail: null,
  dateOfBirth: '1990-02-28T00:00:00.000Z',
  countryOfResidency: 'France',
  gender: 'female',
  passion: '',
  mission: '',
  vocation: '',
  profession: '',
  birthTime: '07:30',
  birthPlace: '',
  language: 'fr',
  role: 'user',
};
const stored = valuesOf(profile);

describe('values of the form', () => {
  test('a date of birth is a day', () => {
    expect(stored.dateOfBirth).toBe('1990-02-28');
    expect(valuesOf({ ...profile, dateOfBirth: null }).dateOfBirth).toBe('');
  });

  test('hold the fields of the form and nothing else', () => {
    expect(Object.keys(stored)).not.toContain('username');
    expect(Object.keys(stored)).toHaveLength(12);
  });
});

describe('changes', () => {
  test('hold what differs from what is stored', () => {
    expect(withChange({}, stored, 'passion', 'Singing')).toEqual({ passion: 'Singing' });
    expect(withChange({ passion: 'Singing' }, stored, 'gender', 'male')).toEqual({
      passion: 'Singing',
      gender: 'male',
    });
  });

  test('forget a field that says again what is stored', () => {
    expect(withChange({ firstName: 'Lé', passion: 'Maps' }, stored, 'firstName', 'Léa')).toEqual({ passion: 'Maps' });
  });

  test('after a save keep only what was typed while it was on its way', () => {
    const sent = { ...stored, passion: 'Singing', mission: 'Rest' };
    expect(changesSince({ passion: 'Singing', mission: 'Rest more' }, sent)).toEqual({ mission: 'Rest more' });
    expect(changesSince({ passion: 'Singing' }, sent)).toEqual({});
  });
});
