import type { NamespaceCheckTranslation } from '../../i18n-types';

export default {
  title: 'Vérifier soi-même',
  lead: 'Une page ne peut pas se vérifier elle-même. Voici de quoi comparer, ailleurs, avec d’autres outils.',
  stored: {
    title: 'Une note, telle que le serveur l’a',
    which: 'Note du {date}',
    choose: 'Choisir une note',
    clear: 'En clair : date, catégorie, taille ({size}).',
    clearVault: 'En clair : date, scan lié, taille ({size}).',
    asked: 'Demandée au serveur à {time}.',
    ask: 'Redemander',
    offline: 'Le serveur ne répond pas.',
    unit: 'Kio',
    none: 'Aucune note encore.',
  },
  print: {
    title: 'L’empreinte de votre clé',
    text: 'Les mêmes huit mots sur chaque appareil et dans le client en ligne de commande.',
  },
  build: {
    title: 'Le programme reçu',
    version: 'Version {version} · {commit}',
    files: '{count} fichiers, empreintes SHA-256',
    all: 'Toute la liste',
    same: 'La liste est celle que le serveur publie.',
    differs: {
      one: '{count} fichier diffère de la liste publiée : {name}',
      other: '{count} fichiers diffèrent de la liste publiée.',
    },
    own: 'Pour comparer avec votre propre build',
    ownMore:
      'La première ligne construit ; la seconde télécharge chaque fichier servi, en calcule l’empreinte et compare.',
    limit:
      'Un service pourrait servir autre chose à un autre moment, ou à quelqu’un d’autre. Une comparaison vaut pour ce qu’elle a reçu.',
    waiting: 'La version {version} attend votre accord.',
    take: 'Prendre {version}',
    list: 'Voir les fichiers',
  },
  open: {
    title: 'Ouvrir un export sans nous',
    text: 'Un export se lit avec Node et un script de moins de cent lignes, publié avec le programme.',
    export: 'Exporter',
  },
  cli: {
    text: 'Si vous doutez de cette page, le client en ligne de commande ouvre et scelle sans elle.',
  },
  copy: 'Copier',
  copied: 'Copié.',
} satisfies NamespaceCheckTranslation;
