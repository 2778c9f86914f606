import type { BaseNamespace } from '../../namespace';

const en_draft = {
  kept: 'Draft kept on this device.',
  restored: 'Your draft is back.',
} satisfies BaseNamespace;

export default en_draft;
