import type { NamespacePrivacyTranslation } from '../../i18n-types';

export default {
  title: 'Ce que Nuances garde',
  stored: {
    title: 'Ce qui est gardé',
    text: 'Votre compte, votre profil, vos scans, vos notes et les mots de vos scans, chiffrés sur votre appareil, les humeurs reprises d’autres journaux, votre rappel s’il y en a un, et des traces d’usage sans aucune réponse\u00A0: un quiz terminé, une page ouverte.',
  },
  why: {
    title: 'Pourquoi',
    text: 'Pour vous montrer vos scans et vos notes, garder votre accès, vous envoyer un rappel si vous le demandez, et compter l’usage en totaux.',
  },
  time: {
    title: 'Combien de temps',
    text: 'Scans, mots, notes, humeurs et profil\u00A0: jusqu’à ce que vous les supprimiez. Rappel\u00A0: jusqu’à ce que vous le coupiez, ou fermiez la session de son appareil. Traces d’usage\u00A0: {months} mois\u202F; leurs totaux par semaine\u00A0: autant que le compte.',
  },
  can: {
    title: 'Ce qui peut être lu',
    text: 'Sans coffre, les personnes qui exploitent ce service peuvent lire votre profil, vos scans, les humeurs reprises d’autres journaux et les traces d’usage. Elles détiennent aussi, scellée, la clé de vos notes et de ces mots. D’un rappel, elles voient les jours et l’heure\u202F; le service de notification de votre navigateur voit qu’il est parti, sans contenu.',
  },
  cannot: {
    title: 'Ce qui ne se lit pas',
    text: 'Votre mot de passe, les réponses données sans compte et, dans la base de données, le texte de vos notes, les mots de vos scans et l’adresse d’envoi de votre rappel.',
  },
  yours: {
    title: 'C’est à vous',
    text: 'Vous pouvez tout exporter, ou tout supprimer, dans Profil puis Réglages.',
  },
  vault: {
    title: 'Avec un coffre',
    text: 'Vos notes, vos mots, les réponses de vos scans, les humeurs reprises et votre profil sont scellés avec une clé que les personnes qui exploitent ce service n’ont pas. Elles lisent toujours votre e-mail, votre nom d’utilisateur, votre langue, les dates de vos scans et de vos notes, le scan lié à une note, la taille de ce que vous écrivez, par paliers, vos sessions, votre rappel et les traces d’usage. Un coffre n’arrête pas un service qui changerait le programme lui-même.',
  },
} satisfies NamespacePrivacyTranslation;
