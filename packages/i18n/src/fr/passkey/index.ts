import type { NamespacePasskeyTranslation } from '../../i18n-types';

const fr_passkey = {
  lead: 'Pour entrer avec le visage, le doigt ou le code d’un appareil, sans mot de passe.',
  none: 'Aucune clé d’accès.',
  add: 'Ajouter une clé',
  name: 'Nom de la clé',
  nameHelp: 'Pour la reconnaître, par exemple l’appareil où elle se trouve.',
  made: 'Ajoutée le {date}',
  used: 'dernier usage {date}',
  unused: 'pas encore utilisée',
  menu: 'Options de la clé {name}',
  rename: 'Renommer',
  remove: 'Retirer',
  removeTitle: 'Retirer cette clé\u202F?',
  removeText:
    '«\u202F{name}\u202F» n’ouvrira plus rien ici. L’appareil peut encore la proposer\u202F; supprimez-la aussi dans ses réglages.',
  removed: 'Clé retirée.',
  added: 'Clé ajoutée.',
  renamed: 'Nom enregistré.',
  already: 'Cet appareil a déjà une clé pour ce compte.',
  cancelled: 'Rien n’a été ajouté.',
  unsupported: 'Ce navigateur ne connaît pas les clés d’accès.',
  insecure: 'Les clés d’accès demandent une adresse en https, avec un nom.',
  elsewhere: 'Les clés d’accès ne servent qu’à l’adresse {address}.',
  opens: 'ouvre le coffre',
  logsIn: 'connexion seule',
  logsInWhy:
    'Son appareil ne peut pas ouvrir le coffre, ou la clé du coffre a changé depuis\u00A0: «\u202FAjouter une clé\u202F» suffit alors.',
} satisfies NamespacePasskeyTranslation;

export default fr_passkey;
