import type { BaseNamespace } from '../../namespace';

export default {
  title: 'Welcome to the protected dashboard',
  lead: 'This section is reserved for authenticated users.',
} satisfies BaseNamespace;
