import type { NamespaceScanTranslation } from '../../i18n-types';

const fr_scan = {
  title: 'Scan du {date}',
  back: 'Historique',
  previous: 'Scan précédent, {date}',
  next: 'Scan suivant, {date}',
  entered: 'Saisi le {date}',
  enteredMore: 'Ce scan a été daté du {date} et saisi le {entered}.',
  hint: 'Touchez un pétale pour ouvrir ses questions.',
  hintDesktop: 'Touchez un pétale ou un repère pour ouvrir ses questions.',
  write: 'Écrire une note',
  allNotes: 'Voir les {count} notes',
  menu: 'Options de ce scan',
  copy: 'Copier en texte',
  copied: 'Scan copié.',
  copyFailed: 'Le navigateur n’a pas permis la copie.',
  print: 'Imprimer',
  deletedBack: 'Scan supprimé. Voici le précédent.',
  notHere: 'Ce scan n’est pas encore sur cet appareil.',
  notHereMore: 'Il s’ouvrira dès que la connexion reviendra.',
  clear: 'reçu en clair',
  clearMore: 'Un script a envoyé ce scan sans le sceller. Le serveur a pu le lire\u202F; il est scellé maintenant.',
  clearWaiting: 'Un script a envoyé ce scan sans le sceller. Il le sera au prochain appareil où le coffre est ouvert.',
} satisfies NamespaceScanTranslation;

export default fr_scan;
