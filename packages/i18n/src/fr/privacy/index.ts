import type { NamespacePrivacyTranslation } from '../../i18n-types';

const fr_privacy = {
  title: 'Ce que Nuances garde',
  stored: {
    title: 'Ce qui est gardé',
    text: 'Votre compte, votre profil, vos scans, vos notes chiffrées, et des traces d’usage sans aucune réponse\u00A0: un quiz terminé, une page ouverte.',
  },
  why: {
    title: 'Pourquoi',
    text: 'Pour vous montrer vos scans et vos notes, garder votre accès, et compter l’usage en totaux.',
  },
  time: {
    title: 'Combien de temps',
    text: 'Scans, notes et profil\u00A0: jusqu’à ce que vous les supprimiez. Traces d’usage\u00A0: {months} mois.',
  },
  can: {
    title: 'Ce qui peut être lu',
    text: 'Les personnes qui exploitent ce service peuvent lire votre profil et vos scans. Elles détiennent aussi, scellée, la clé de vos notes.',
  },
  cannot: {
    title: 'Ce qui ne se lit pas',
    text: 'Votre mot de passe, les réponses données sans compte et, dans la base de données, le texte de vos notes.',
  },
  yours: {
    title: 'C’est à vous',
    text: 'Vous pouvez tout exporter, ou tout supprimer, dans Profil puis Réglages.',
  },
} satisfies NamespacePrivacyTranslation;

export default fr_privacy;
