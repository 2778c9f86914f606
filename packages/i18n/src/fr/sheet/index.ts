import type { NamespaceSheetTranslation } from '../../i18n-types';

export default {
  title: 'Code de récupération',
  for: 'Compte {username}, sur {address}',
  what: 'Ce code ouvre à lui seul le coffre de ce compte : notes, mots, scans, profil. Il ne remplace pas le mot de passe du compte.',
  letters: 'Chiffres et lettres, sans I, L, O ni U. Les groupes se lisent de gauche à droite, de 1 à 8.',
  use: {
    title: 'Pour s’en servir',
    open: 'Ouvrir {address} et se connecter.',
    choose: 'Choisir « Code de récupération » et recopier les huit groupes.',
    renew: 'Choisir une nouvelle phrase secrète. Ce code reste valable.',
  },
  keep: {
    title: 'Où la garder',
    text: 'Loin des appareils, à l’abri des regards. Une photo de cette feuille vaut la feuille.',
  },
  seen: {
    title: 'Si quelqu’un a pu la voir',
    text: 'Dans Sécurité, puis Coffre : « Nouveau code ». Cette feuille cesse alors de servir.',
  },
  lost: {
    title: 'Si elle se perd',
    text: 'La phrase secrète ouvre encore le coffre. Sans phrase, sans code et sans clé d’accès, personne ne peut le rouvrir.',
  },
  print: 'Empreinte de la clé',
  place: 'Rangée à',
  made: 'Nuances · feuille préparée sur mon appareil le {date}',
} satisfies NamespaceSheetTranslation;
