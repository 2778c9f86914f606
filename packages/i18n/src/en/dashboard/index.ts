import type { BaseNamespace } from '../../namespace';

const en_dashboard = {
  title: 'Welcome to the protected dashboard',
  lead: 'This section is reserved for authenticated users.',
} satisfies BaseNamespace;

export default en_dashboard;
