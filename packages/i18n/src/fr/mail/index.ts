import type { NamespaceMailTranslation } from '../../i18n-types';

export default {
  greeting: 'Bonjour {username},',
  greetingPlain: 'Bonjour,',
  fallback: 'Si le bouton ne répond pas, copiez ce lien dans votre navigateur\u00A0:',
  link: '{button}\u00A0:',
  signature: 'Nuances',
  footer:
    'Vous recevez ce message parce que cette adresse a été indiquée sur Nuances. Il ne contient ni réponse ni note.',
  disown:
    'Vous ne connaissez pas le compte {username}\u202F? Ce lien en retire votre adresse, et reste valable {hours} heures, même si le premier a servi\u00A0:',
  verify: {
    subject: 'Confirmez votre adresse (compte {username})',
    preheader: 'Un lien à ouvrir, valable {hours} heures.',
    body: {
      1: 'Votre compte Nuances est créé. Ouvrez ce lien pour confirmer que cette adresse est bien la vôtre.',
    },
    button: 'Confirmer l’adresse',
    after: 'Le lien est valable {hours} heures. Si vous n’avez rien demandé, vous pouvez ignorer ce message.',
  },
  verifyNew: {
    subject: 'Confirmez votre nouvelle adresse (compte {username})',
    preheader: 'Elle servira dès que le lien sera ouvert.',
    body: {
      1: 'Vous avez indiqué cette adresse pour votre compte Nuances. Elle remplacera la précédente dès que ce lien sera ouvert.',
    },
    button: 'Confirmer l’adresse',
    after: 'Le lien est valable {hours} heures. D’ici là, l’ancienne adresse reste en service.',
  },
  reset: {
    subject: 'Choisir un nouveau mot de passe (compte {username})',
    preheader: 'Un lien à ouvrir, valable {minutes} minutes.',
    body: {
      1: 'Un nouveau mot de passe a été demandé pour votre compte. Ce lien permet de le choisir.',
    },
    button: 'Nouveau mot de passe',
    after:
      'Le lien est valable {minutes} minutes et sert une seule fois. Si vous n’avez rien demandé, rien ne change\u00A0: votre mot de passe reste le même.',
  },
  alreadyAccount: {
    subject: 'Vous avez déjà un compte',
    preheader: 'Rien n’a changé pour vous.',
    body: {
      1: 'Une inscription vient d’être faite avec cette adresse, peut-être par vous. C’est déjà celle de votre compte Nuances, et elle le reste.',
    },
    button: 'Se connecter',
    after:
      'Mot de passe oublié\u202F? La page de connexion permet d’en choisir un nouveau. Si ce n’était pas vous, il n’y a rien à faire.',
  },
  passwordChanged: {
    subject: 'Votre mot de passe a changé',
    preheader: 'Changé le {date} à {time}.',
    body: {
      1: 'Le mot de passe de votre compte a été changé le {date} à {time}. Toutes les sessions ont été fermées.',
      2: 'Si c’était vous, tout est en ordre. Sinon, choisissez un nouveau mot de passe dès maintenant.',
    },
    button: 'Nouveau mot de passe',
  },
  passwordChangedHere: {
    body: {
      1: 'Le mot de passe de votre compte a été changé le {date} à {time}. Toutes les sessions ont été fermées, sauf celle où il a été changé.',
    },
  },
  emailChange: {
    subject: 'Votre adresse va changer (compte {username})',
    preheader: 'Si ce n’est pas vous, un lien rétablit celle-ci.',
    body: {
      1: 'Le {date} à {time}, une nouvelle adresse a été indiquée pour votre compte\u00A0: {newEmail}. Elle remplacera celle-ci une fois confirmée.',
      2: 'Si c’était vous, il n’y a rien à faire. Sinon, ce lien rétablit cette adresse, ferme toutes les sessions et vous envoie de quoi choisir un nouveau mot de passe.',
    },
    button: 'Rétablir cette adresse',
    after:
      'Le lien est valable {hours} heures. Une fois la nouvelle adresse confirmée, prenez celui du message qui le dit.',
  },
  emailChanged: {
    subject: 'Votre adresse a changé (compte {username})',
    preheader: 'Si ce n’était pas vous, un lien rétablit celle-ci.',
    body: {
      1: 'Le {date} à {time}, la nouvelle adresse de votre compte a été confirmée\u00A0: {newEmail}. Elle a remplacé celle-ci.',
      2: 'Si c’était vous, il n’y a rien à faire. Sinon, ce lien rétablit cette adresse, ferme toutes les sessions et vous envoie de quoi choisir un nouveau mot de passe.',
    },
    button: 'Rétablir cette adresse',
    after: 'Le lien est valable {hours} heures et remplace celui de notre message précédent.',
  },
  linkExpired: {
    subject: 'Votre lien a expiré',
    preheader: 'Vous pouvez en demander un nouveau.',
    body: {
      1: 'Le lien de confirmation envoyé le {date} n’est plus valable. Votre compte, vos scans et vos notes sont toujours là.',
      2: 'Vous pouvez en demander un nouveau depuis votre profil, quand vous voulez.',
    },
    button: 'Ouvrir mon profil',
    after: 'Nous n’enverrons pas d’autre rappel.',
  },
  tokenMade: {
    subject: 'Un jeton pour scripts a été créé',
    preheader: 'Créé le {date} à {time}.',
    body: {
      1: 'Le {date} à {time}, un jeton pour scripts a été créé pour le compte {username}. Un programme peut s’en servir pour appeler Nuances à votre place, jusqu’à sa date.',
      2: 'Si c’était vous, il n’y a rien à faire. Sinon, changez votre mot de passe\u00A0: cela supprime aussi tous les jetons.',
    },
  },
  security: {
    subject: 'Un changement dans votre accès',
    preheader: 'Ce qui a changé, et quoi faire si ce n’est pas vous.',
    text: 'Sur le compte {username}, le {date} à {time}\u00A0: {what}',
    notYou: 'Si ce n’est pas vous, ouvrez Nuances, fermez les autres sessions et changez votre mot de passe.',
    what: {
      codesOn: 'les codes à usage unique ont été activés.',
      codesOff: 'les codes à usage unique ont été retirés.',
      codesNew: 'dix nouveaux codes de secours ont été faits.',
      passkeyAdded: 'une clé d’accès a été ajoutée, «\u202F{name}\u202F».',
      passkeyRemoved: 'une clé d’accès a été retirée, «\u202F{name}\u202F».',
      vaultOn: 'le coffre a été activé.',
      vaultOff: 'le coffre a été désactivé.',
      vaultPhrase: 'la phrase secrète du coffre a été changée.',
      vaultCode: 'un nouveau code de récupération a été fait.',
      vaultRenewed: 'la clé du coffre a été renouvelée.',
      vaultAnew: 'le contenu du coffre a été supprimé, et un coffre vide l’a remplacé.',
      vaultKeyAdded: 'une clé d’accès ouvre maintenant le coffre, «\u202F{name}\u202F».',
      vaultKeyRemoved: 'une clé d’accès n’ouvre plus le coffre, «\u202F{name}\u202F».',
      codesEnded: 'la demande d’un code sera levée dans 24 heures, par les personnes du service.',
    },
  },
  roleGiven: {
    subject: 'Votre compte administre Nuances',
    preheader: 'Depuis le {date} à {time}.',
    body: {
      1: 'Le {date} à {time}, l’exploitant a donné au compte {username} le rôle d’administrateur de Nuances. Il voit désormais les statistiques d’utilisation.',
      2: 'Si vous ne vous y attendiez pas, dites-le à l’exploitant et changez votre mot de passe.',
    },
  },
  sessionsEnded: {
    subject: 'Vos sessions ont été fermées',
    preheader: 'Fermées le {date} à {time}.',
    body: {
      1: 'Le {date} à {time}, l’exploitant de Nuances a fermé toutes les sessions du compte {username}. Ses jetons pour scripts ont pris fin aussi.',
      2: 'Vos scans et vos notes sont toujours là\u00A0: vous pouvez vous reconnecter quand vous voulez.',
    },
  },
  addressTakenOff: {
    subject: 'Adresse retirée du compte {username}',
    preheader: 'Retirée le {date} à {time}.',
    body: {
      1: 'Le {date} à {time}, une adresse a été retirée du compte {username}, avec le lien d’un message qu’elle avait reçu. Le compte ne peut plus s’en servir.',
      2: 'Le compte lui-même reste. Qui le connaît peut se connecter avec le nom d’utilisateur et indiquer une autre adresse dans le profil.',
    },
  },
} satisfies NamespaceMailTranslation;
