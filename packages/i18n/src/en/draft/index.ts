import type { BaseNamespace } from '../../namespace';

export default {
  kept: 'Draft kept on this device.',
  restored: 'Your draft is back.',
} satisfies BaseNamespace;
