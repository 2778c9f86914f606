import type { NamespaceProfileTranslation } from '../../i18n-types';

const fr_profile = {
  title: 'Profil',
  tab: {
    profile: 'Profil',
    config: 'Réglages',
    logout: 'Déconnexion',
  },
  section: {
    identity: 'Identité',
    direction: 'Ce qui vous porte',
    birth: 'Naissance',
    birthHelp: 'Facultatif. N’apparaît dans aucune statistique.',
  },
  username: "Nom d'utilisateur",
  usernameHelp: 'Il ne change pas.',
  firstName: 'Prénom',
  lastName: 'Nom',
  email: {
    label: 'E-mail',
    notVerified: 'non vérifié',
    sent: 'vérification envoyée',
    verified: 'vérifié',
    alreadyVerified: 'Cette adresse est déjà confirmée.',
    verifyName: 'E-mail non vérifié\u00A0: envoyer le lien de vérification',
    password: 'Pour changer d’adresse, saisissez votre mot de passe actuel.',
    pending: '{email} remplacera votre adresse dès que son lien sera ouvert.',
  },
  dateOfBirth: 'Date de naissance',
  countryOfResidency: 'Pays de résidence',
  gender: {
    label: 'Genre',
    none: 'Je préfère ne pas le dire',
    male: 'Homme',
    female: 'Femme',
  },
  passion: 'Passion',
  mission: 'Mission',
  vocation: 'Vocation',
  profession: 'Profession',
  birthTime: 'Heure de naissance',
  birthPlace: 'Lieu de naissance',
  save: 'Enregistrer',
  saved: 'Profil enregistré.',
  config: {
    language: 'Langue',
    languageSaved: 'Langue enregistrée.',
    password: {
      title: 'Changer de mot de passe',
      submit: 'Changer',
      saved: 'Mot de passe changé.',
    },
    sessions: {
      title: 'Sessions ouvertes',
      text: 'Les appareils où votre compte est ouvert.',
      current: 'Cet appareil',
      lastSeen: 'Dernière activité\u00A0: {date} à {time}',
      end: 'Fermer cette session',
      endOthers: 'Fermer les autres',
      ended: 'Session fermée.',
      othersEnded: {
        one: 'Session fermée.',
        other: '{count} sessions fermées.',
      },
    },
    export: {
      title: 'Exporter mes données',
      text: 'Un seul fichier\u00A0: profil, scans et notes. Les notes y sont lisibles\u202F; elles sont déchiffrées ici, sur votre appareil.',
      submit: 'Exporter',
      busy: 'Préparation...',
    },
    erase: {
      title: 'Supprimer mon compte',
      text: 'Votre profil, vos scans, vos notes et vos sessions seront supprimés. Seuls restent des totaux où l’on ne reconnaît personne.',
      first: 'Vous pouvez d’abord exporter vos données.',
      confirm: 'Supprimer le compte',
      keep: 'Garder le compte',
      done: 'Votre compte est supprimé.',
    },
  },
  logout: {
    text: 'Vos scans et vos notes restent dans votre compte.',
    confirm: 'Se déconnecter',
  },
} satisfies NamespaceProfileTranslation;

export default fr_profile;
