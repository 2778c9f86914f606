import type { NamespaceInstallTranslation } from '../../i18n-types';

const fr_install = {
  shortcut: 'Nouveau scan',
} satisfies NamespaceInstallTranslation;

export default fr_install;
