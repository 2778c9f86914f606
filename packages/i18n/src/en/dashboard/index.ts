import type { BaseTranslation } from '../../i18n-types';

const en_dashboard = {
  title: 'Welcome to the protected dashboard',
  lead: 'This section is reserved for authenticated users.',
  more: 'Where would you like to begin?',
} satisfies BaseTranslation;

export default en_dashboard;
