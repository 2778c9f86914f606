import type { NamespaceStoryTranslation } from '../../i18n-types';

export default {
  title: 'Qu’est-ce que Nuances\u202F?',
  what: 'Nuances est un assistant personnel, pour vous faire confiance et tenir parole envers vous-même. C’est un miroir\u00A0: il vous montre vos propres réponses, sans les juger.',
  how: 'Vous placez sept sentiments entre deux pôles, de 1 à 10, tels qu’ils sont en ce moment. Une fleur et une image apparaissent, avec quelques questions pour réfléchir. Avec un compte, vous gardez vos scans, vous écrivez des notes et vous voyez ce qui change avec le temps.',
  privacy:
    'Sans compte, vos réponses restent sur votre appareil. Avec un compte, vos scans sont gardés pour vous et vos notes sont chiffrées sur votre appareil avant l’envoi\u202F; leur clé est gardée, scellée, avec votre compte. Les abonnements financent un fonds régénératif pour les personnes dans le besoin.',
  version: 'Version {version}',
  close: 'Fermer',
} satisfies NamespaceStoryTranslation;
