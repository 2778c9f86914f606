import type { NamespaceSecondTranslation } from '../../i18n-types';

export default {
  title: 'Votre code',
  lead: 'Six chiffres, dans votre application de codes.',
  label: 'Code à six chiffres',
  checking: 'Vérification...',
  wrong: 'Ce code n’a pas été accepté. Le suivant arrive dans l’application.',
  used: 'Ce code a déjà servi. Attendez le suivant.',
  toBackup: 'Code de secours',
  toApp: 'Application de codes',
  backupLabel: 'Code de secours',
  backupLead: 'L’un des dix codes gardés à l’activation. Il ne servira qu’une fois.',
  backupWrong: 'Ce code de secours n’a pas été accepté, ou il a déjà servi.',
  back: 'Autre compte',
  expired: 'Cette étape a duré plus de cinq minutes. Entrez de nouveau votre mot de passe.',
} satisfies NamespaceSecondTranslation;
