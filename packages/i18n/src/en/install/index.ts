import type { BaseTranslation } from '../../i18n-types';

const en_install = {
  shortcut: 'New scan',
} satisfies BaseTranslation;

export default en_install;
