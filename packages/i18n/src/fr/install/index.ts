import type { NamespaceInstallTranslation } from '../../i18n-types';

export default {
  title: 'Sur l’écran d’accueil',
  text: 'Nuances s’ouvre alors comme une application, même hors connexion.',
  iosReminder: 'Sur iPhone, le rappel en a besoin.',
  ios: 'Dans Safari\u00A0: Partager, puis «\u202FSur l’écran d’accueil\u202F».',
  button: 'Installer',
  done: 'Nuances est installée.',
  shortcut: 'Nouveau scan',
  shortcutNote: 'Nouvelle note',
  description: 'Sept sentiments, sept couleurs, un moment pour vous.',
} satisfies NamespaceInstallTranslation;
