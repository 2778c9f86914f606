import type { NamespaceOutboxTranslation } from '../../i18n-types';

export default {
  kept: 'Gardé sur cet appareil, sera envoyé de nouveau.',
  scanKept: 'Scan gardé ici, envoyé plus tard.',
  noteKept: 'Note gardée ici, envoyée plus tard.',
  waiting: {
    one: '{count} élément attend d’être envoyé.',
    other: '{count} éléments attendent d’être envoyés.',
  },
  copy: 'Copie gardée sur cet appareil, du {date}.',
  locked: {
    one: '{count} élément ne s’ouvre pas avec votre clé actuelle. Il est gardé tel quel.',
    other: '{count} éléments ne s’ouvrent pas avec votre clé actuelle. Ils sont gardés tels quels.',
  },
  sent: 'Tout a été envoyé.',
  kind: {
    scan: 'Scan du {date}',
    note: 'Note du {date}',
    profile: 'Profil',
  },
  sendNow: 'Envoyer maintenant',
  logout: {
    title: 'Se déconnecter maintenant\u202F?',
    text: {
      one: '{count} élément n’est pas encore envoyé. Il reste sur cet appareil et partira à votre prochaine connexion.',
      other:
        '{count} éléments ne sont pas encore envoyés. Ils restent sur cet appareil et partiront à votre prochaine connexion.',
    },
    confirm: 'Se déconnecter',
    stay: 'Rester',
  },
  otherAccount: 'Des éléments d’un autre compte attendent sur cet appareil. Ils ne seront pas mêlés aux vôtres.',
  adopted: {
    one: '{count} scan de cet appareil ajouté à votre compte.',
    other: '{count} scans de cet appareil ajoutés à votre compte.',
    remove: 'Retirer',
    removed: 'Retiré de votre compte.',
  },
} satisfies NamespaceOutboxTranslation;
