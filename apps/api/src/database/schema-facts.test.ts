import { noteCategoryIds, userLocales, userRoles } from '@nuances/db/schema';
import { noteCategories } from '@nuances/domain/axes';
import { locales } from '@nuances/domain/locales';
import { roles } from '@nuances/domain/roles';
import { expect, it } from 'vitest';

// The schema stands alone, so that its migrations can be generated without the domain; this ties the two.
it('the database knows the roles, languages and categories of the domain', () => {
  expect(userRoles).toEqual(roles);
  expect(noteCategoryIds).toEqual(noteCategories);
  expect([...userLocales].sort()).toEqual([...locales].sort());
});
