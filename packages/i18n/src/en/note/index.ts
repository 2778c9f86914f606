import type { BaseTranslation } from '../../i18n-types';

const en_note = {
  input: {
    red: 'Security',
    orange: 'Plenitude',
    yellow: 'Joy',
    green: 'Self-love',
    cyan: 'Alignment',
    blue: 'Peace',
    purple: 'Inner faith',
    other: 'Other',
  },
} satisfies BaseTranslation;

export default en_note;
