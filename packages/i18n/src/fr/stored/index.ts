import type { NamespaceStoredTranslation } from '../../i18n-types';

export default {
  title: 'Ce que sait le serveur',
  lead: 'Chaque champ que garde le serveur, pourquoi, et combien de temps. Le nombre dit combien de lignes parlent de vous.',
  why: 'Pourquoi',
  long: 'Combien de temps',
  fields: 'Champs',
  readable: 'lisible par les personnes qui tiennent le service',
  sealed: 'scellé',
  hashed: 'une empreinte seulement',
  rows: { one: '{count} ligne parle de vous', other: '{count} lignes parlent de vous' },
  nobody: 'non gardé par personne',
  never: 'Jamais\u00A0: vos réponses données sans compte, ce qui se dessine, la page pour une consultation.',
  item: {
    account: {
      what: 'nom d’utilisateur, adresse et adresse en attente, langue, rôle, dates d’inscription, de preuve et de blocage',
      why: 'pour avoir un compte',
      long: 'aussi longtemps que le compte',
    },
    consents: {
      what: 'accords\u00A0: à quoi, sur quel texte, donnés et retirés quand',
      why: 'pour les montrer, et ne faire que ce à quoi vous avez consenti',
      long: 'aussi longtemps que le compte',
    },
    countsUsage: {
      what: 'si l’usage est compté\u202F; pour un compte créé avant la version 0.4, la date de l’accord pour garder scans et notes',
      why: 'pour ne garder aucune trace d’usage après un retrait',
      long: 'aussi longtemps que le compte',
    },
    password: {
      what: 'mot de passe, en empreinte argon2id',
      why: 'pour se connecter',
      long: 'aussi longtemps que le compte',
    },
    noteKey: {
      what: 'une clé pour les notes, scellée par la clé du serveur',
      why: 'pour chiffrer les notes sur l’appareil et les y ouvrir',
      long: 'aussi longtemps que le compte',
    },
    vault: {
      what: 'qui a la clé du contenu, son numéro et depuis quand\u202F; un profil scellé sur l’appareil\u202F; ce que le coffre contient, compté et signé par l’appareil',
      why: 'pour un compte avec coffre\u00A0: donner à chaque appareil ce qu’il peut ouvrir, et remarquer ce qui manque',
      long: 'aussi longtemps que le compte',
    },
    vaultSlots: {
      what: 'façons d’ouvrir un coffre\u00A0: phrase secrète, code de récupération ou clé d’accès, son nom et ses dates\u202F; la clé, emballée sur l’appareil pour ne s’ouvrir qu’avec elles',
      why: 'pour ouvrir le coffre sur chaque appareil de la personne',
      long: 'jusqu’au retrait\u202F; aussi longtemps que le coffre',
    },
    profile: {
      what: 'noms, date, heure et lieu de naissance, pays, genre, passion, mission, vocation, profession\u202F; seulement ce que la personne remplit',
      why: 'pour le lui montrer\u202F; rien n’en est calculé',
      long: 'jusqu’à un changement\u202F; aussi longtemps que le compte',
    },
    scans: {
      what: 'scans\u00A0: sept réponses, lesquelles sont reprises, points, durée, dates du scan (et leur précision) et de sa réception',
      why: 'pour montrer l’historique',
      long: 'jusqu’à ce que la personne les supprime',
    },
    tags: {
      what: 'mots des scans, chiffrés sur l’appareil',
      why: 'pour les montrer à leur auteur',
      long: 'jusqu’à ce que la personne les supprime',
    },
    notes: {
      what: 'notes\u00A0: titre et texte, chiffrés sur l’appareil\u202F; catégorie, scan lié, dates d’écriture, de réception et de changement, nombre de changements',
      why: 'pour les montrer à leur auteur',
      long: 'jusqu’à ce que la personne les supprime',
    },
    moods: {
      what: 'humeurs d’autres journaux, par parties\u00A0: le journal, l’échelle, chaque humeur avec son moment, son nom là-bas et ses mots, date de réception\u202F; dans un coffre\u00A0: la date de réception, le numéro de la clé, et tout le reste dans une enveloppe',
      why: 'pour montrer à côté des scans ce qu’un autre journal contenait',
      long: 'jusqu’à ce que la personne les retire',
    },
    deletedNotes: {
      what: 'd’une note supprimée\u00A0: son identifiant, son nombre de changements, ses dates de réception et de suppression\u202F; rien de son contenu',
      why: 'pour qu’une annulation ne crée pas une nouvelle note',
      long: '30 jours',
    },
    sessions: {
      what: 'sessions\u00A0: empreintes de leurs jetons, dates de connexion et de dernier usage, nom technique du navigateur (200 caractères au plus)',
      why: 'pour rester connecté, et montrer où',
      long: 'jusqu’à la déconnexion\u202F; 30 jours sans usage\u202F; 90 jours au plus',
    },
    scriptTokens: {
      what: 'd’un jeton de script\u00A0: le nom que la personne lui a donné, et ce qu’il permet',
      why: 'pour laisser entrer ses scripts, et montrer lesquels',
      long: 'jusqu’à sa fin\u202F; un an au plus',
    },
    passwordProof: {
      what: 'd’une session\u00A0: la dernière fois que le mot de passe y a été prouvé, ou qu’une clé d’accès y a servi à cela',
      why: 'pour ne le demander qu’une fois en cinq minutes',
      long: 'jusqu’à la fin de la session',
    },
    oneTimeCodes: {
      what: 'le secret de vos codes à usage unique, scellé par le serveur\u202F; quand il a été fait et confirmé, la dernière période utilisée, une fin annoncée',
      why: 'pour demander un code après le mot de passe',
      long: 'jusqu’à leur retrait\u202F; un jour si le premier code n’est pas tapé',
    },
    backupCodes: {
      what: 'codes de secours\u00A0: une empreinte à clé, et quand chacun a servi',
      why: 'pour remplacer l’application de codes',
      long: 'jusqu’aux dix suivants, ou à la fin des codes à usage unique',
    },
    passkeys: {
      what: 'vos clés d’accès\u00A0: nom, dates, clé publique\u202F; comment l’appareil nomme chacune, et combien de fois il dit qu’elle a servi',
      why: 'vous laisser entrer sans mot de passe',
      long: 'jusqu’à ce que vous les retiriez',
    },
    usedChallenges: {
      what: 'de chaque usage d’une clé d’accès\u00A0: une empreinte du texte aléatoire qu’elle a signé',
      why: 'n’en accepter aucun deux fois',
      long: 'dix minutes\u202F; retirée environ une heure après au plus tard',
    },
    attempts: {
      what: 'essais de connexion, d’inscription et de liens\u00A0: empreinte à clé de l’adresse de l’ordinateur, et leur nombre\u202F; messages avec un lien\u00A0: empreinte à clé de l’adresse, et leur nombre',
      why: 'pour les limiter',
      long: 'une minute, pour les messages une heure\u202F; retirés dans l’heure qui suit',
    },
    failures: {
      what: 'mots de passe faux\u00A0: empreinte à clé du compte, d’un nom inconnu et de l’appareil, combien et quand',
      why: 'pour limiter les essais',
      long: 'un jour après le dernier, et au plus un jour de blocage ensuite',
    },
    links: {
      what: 'liens des messages\u00A0: empreinte, adresse, dates',
      why: 'pour confirmer une adresse, choisir un mot de passe, rétablir une adresse',
      long: 'valables 24 heures, 1 heure, 72 heures\u202F; retirés quand un nouveau les remplace, au plus tard 30 jours après leur fin',
    },
    mails: {
      what: 'messages à envoyer, scellés',
      why: 'pour les envoyer',
      long: 'retirés une fois envoyés\u202F; une semaine au plus, puis vidés\u202F; la cause d’un échec 30 jours',
    },
    reminder: {
      what: 'un rappel, si la personne en demande un\u00A0: jours, heure, fuseau, pause, dernier envoi\u202F; l’adresse d’envoi de l’appareil, scellée par la clé du serveur',
      why: 'pour envoyer une notification sans contenu',
      long: 'jusqu’à son retrait\u202F; jusqu’à la déconnexion de cet appareil\u202F; jusqu’à ce que le service d’envoi ne le connaisse plus',
    },
    events: {
      what: 'traces d’usage\u00A0: sorte, moment, compte, durée d’un quiz\u202F; jamais une réponse. Activité\u00A0: seulement que le compte a servi dans une minute',
      why: 'statistiques d’usage',
      long: '3 mois au plus',
    },
    weeks: {
      what: 'comptes par semaine\u00A0: nombre de quiz, de notes, de sessions et de pages vues d’un compte, et sommes des durées',
      why: 'statistiques d’usage dans la durée',
      long: 'aussi longtemps que le compte\u202F; ensuite anonymes',
    },
    totals: {
      what: 'totaux d’une semaine sur tous les comptes',
      why: 'statistiques d’usage',
      long: 'toujours\u202F; ils ne parlent de personne',
    },
    cohorts: {
      what: 'combien de comptes d’une semaine d’inscriptions sont revenus plus tard',
      why: 'statistiques d’usage',
      long: 'toujours\u202F; ils ne parlent de personne',
    },
    funnel: {
      what: 'combien de comptes d’une semaine d’inscriptions ont enregistré un scan et sont revenus, en quatorze jours',
      why: 'statistiques d’usage',
      long: 'toujours\u202F; ils ne parlent de personne',
    },
    runs: {
      what: 'calculs des statistiques\u00A0: quand, comment, et l’administrateur qui en a lancé un',
      why: 'pour séparer deux calculs',
      long: 'les 50 derniers',
    },
    writtenMark: {
      what: 'quand vous avez changé quelque chose pour la dernière fois, si la base a des copies',
      why: 'pour que vous relisiez aussitôt votre changement',
      long: 'aussi longtemps que le compte',
    },
    erasedMark: {
      what: 'd’un compte supprimé\u00A0: quand\u202F; nom, adresse, profil, mot de passe et clé n’y sont plus',
      why: 'pour retirer le reste',
      long: 'en général quelques secondes, jusqu’à ce que tout soit retiré',
    },
    erasures: {
      what: 'une suppression en cours\u00A0: l’identifiant du compte, la date de la demande',
      why: 'pour la finir',
      long: 'jusqu’à ce que tout soit retiré',
    },
    erasedIds: {
      what: 'l’identifiant d’un compte supprimé, un nombre au hasard qui ne renvoie à rien, et la date',
      why: 'pour qu’une sauvegarde restaurée le supprime encore',
      long: 'toujours',
    },
    ledger: {
      what: 'le dernier blocage, changement de rôle, effacement d’une partie, retrait d’accord, et changement de codes, de clés d’accès ou de coffre d’un compte, et la date',
      why: 'pour qu’une sauvegarde restaurée n’annule rien de cela',
      long: 'aussi longtemps que le compte',
    },
    instance: {
      what: 'faits sur l’installation, comme l’empreinte de sa clé',
      why: 'pour refuser une mauvaise clé',
      long: 'toujours\u202F; ils ne parlent de personne',
    },
  },
} satisfies NamespaceStoredTranslation;
