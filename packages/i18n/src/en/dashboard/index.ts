import type { BaseNamespace } from '../../namespace';

const en_dashboard = {
  title: 'Welcome to the protected dashboard',
  lead: 'This section is reserved for authenticated users.',
  more: 'Where would you like to begin?',
} satisfies BaseNamespace;

export default en_dashboard;
