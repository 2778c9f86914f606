import type { BaseTranslation } from '../../i18n-types';

const en_update = {
  ready: 'A new version is available.',
  apply: 'Update',
  later: 'Later',
} satisfies BaseTranslation;

export default en_update;
