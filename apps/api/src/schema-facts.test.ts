import { userLocales, userRoles } from '@nuances/db/schema';
import { locales } from '@nuances/domain/locales';
import { roles } from '@nuances/domain/roles';
import { expect, it } from 'vitest';

// The schema stands alone, so that its migrations can be generated without the domain; this ties the two.
it('the database knows the roles and languages of the domain', () => {
  expect(userRoles).toEqual(roles);
  expect([...userLocales].sort()).toEqual([...locales].sort());
});
