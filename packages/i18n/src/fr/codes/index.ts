import type { NamespaceCodesTranslation } from '../../i18n-types';

const fr_codes = {
  title: 'Codes à usage unique',
  lead: 'Un code de six chiffres, demandé après le mot de passe.',
  turnOn: 'Activer les codes',
  qr: 'Visez ce carré avec votre application de codes.',
  qrName: 'Carré à lire par une application de codes. Le même secret est écrit dessous.',
  sameDevice: 'Sur ce téléphone',
  openApp: 'Ouvrir l’application',
  secret: 'Ou recopiez ce texte',
  copy: 'Copier le texte',
  copied: 'Texte copié.',
  first: 'Le code qu’elle affiche',
  submit: 'Activer',
  wrong: 'Ce n’est pas le code attendu. L’heure de votre téléphone est peut-être décalée.',
  backup: {
    title: 'Dix codes de secours',
    text: 'Chacun remplace une fois l’application de codes. Ils ne sont montrés que maintenant.',
    print: 'Imprimer',
    save: 'Enregistrer',
    kept: 'C’est gardé',
    new: 'Dix nouveaux codes',
    sheet: {
      account: 'Compte {username}, sur {address}',
      keepTitle: 'Où la garder',
      keep: 'Loin des appareils, à l’abri des regards. Une photo de cette feuille vaut la feuille.',
      place: 'Rangée à',
      made: 'Nuances · feuille préparée sur mon appareil le {date}',
    },
    newText: 'Les anciens cessent de servir.',
    few: {
      one: 'Il reste {count} code de secours.',
      other: 'Il reste {count} codes de secours.',
    },
  },
  off: {
    row: 'Retirer les codes',
    text: 'Votre mot de passe et un code sont demandés. Ensuite, le mot de passe suffira.',
    done: 'Les codes sont retirés.',
  },
  on: 'Les codes sont activés.',
  passkey: 'Une clé d’accès vaut les deux\u00A0: aucun code n’est alors demandé.',
  lost: 'Sans application ni code de secours, écrivez à qui tient ce service\u00A0: l’accès revient après 24 heures, et un e-mail vous en prévient.',
} satisfies NamespaceCodesTranslation;

export default fr_codes;
