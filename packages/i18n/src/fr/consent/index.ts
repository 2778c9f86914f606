import type { NamespaceConsentTranslation } from '../../i18n-types';

export default {
  title: 'Vos accords',
  text: 'Ce à quoi vous avez consenti, quand, et sur quel texte. Un retrait prend effet tout de suite.',
  keep: 'Garder mes scans et mes notes',
  reminder: 'M’envoyer un rappel',
  usage: 'Compter mon usage',
  usageMore:
    'Il est compté qu’une page s’ouvre, qu’un scan ou une note s’enregistre\u202F; jamais une réponse ni un texte. Les personnes qui exploitent le service ne voient que des totaux.',
  since: 'donné le {date}',
  version: 'texte du {date}',
  withdrawn: 'Accord retiré le {date}.',
  none: 'non donné',
  noneReminder: 'non donné\u202F; activer le rappel le donne',
  noneUsage: 'compté depuis votre inscription, jusqu’à ce que vous le retiriez',
  give: 'Donner mon accord',
  givenNow: 'Accord donné.',
  withdraw: 'Retirer',
  withdrawnNow: 'Accord retiré.',
  ask: 'Retirer cet accord\u202F?',
  withdrawKeep:
    'Sans cet accord, Nuances ne peut plus garder vos scans ni vos notes\u00A0: votre compte sera supprimé. Vous pouvez d’abord tout exporter.',
  withdrawReminder: 'Le rappel s’arrête et l’adresse d’envoi est effacée.',
  withdrawUsage:
    'Dès maintenant, plus rien de votre usage n’est compté. Ce qui l’a été est détaché de votre compte\u00A0: les traces sont effacées, les totaux restent sans vous.',
  events: {
    one: '{count} trace d’usage est gardée pour l’instant.',
    other: '{count} traces d’usage sont gardées pour l’instant.',
  },
  login: {
    title: 'Votre accord',
    lead: 'Avant de garder vos scans et vos notes, Nuances a besoin de votre accord. D’ici là, les scans de cet appareil y restent.',
    changed: 'Le texte a changé depuis votre accord. Rien d’autre n’a changé.',
    optional: 'Sans coche, cet accord est retiré.',
    required: 'Sans cet accord, on ne peut pas continuer. Vous pouvez emporter vos données, ou supprimer votre compte.',
    submit: 'Continuer',
    logout: 'Se déconnecter',
    yours: 'Exporter ou supprimer mes données',
  },
} satisfies NamespaceConsentTranslation;
