import type { BaseTranslation } from '../../i18n-types';

const en_draft = {
  kept: 'Draft kept on this device.',
  restored: 'Your draft is back.',
} satisfies BaseTranslation;

export default en_draft;
