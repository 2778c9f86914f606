import type { NamespaceAuthTranslation } from '../../i18n-types';

const fr_auth = {
  login: {
    title: 'Connexion',
    context: 'Retrouvez vos scans et vos notes.',
    contextNote: 'La note s’ouvrira juste après.',
    submit: 'Se connecter',
    busy: 'Connexion...',
    forgot: 'Mot de passe oublié\u202F?',
    create: 'Créer un compte',
    or: 'ou',
    passkey: 'Se connecter avec une clé d’accès',
    passkeyBusy: 'En attente de la clé...',
    passkeyStopped: 'La clé n’a pas été présentée.',
    success: 'Connexion réussie !',
    scansWillBeAdded: 'Les scans faits sur cet appareil seront ajoutés à votre compte.',
  },
  signup: {
    title: 'Créer un compte',
    context: 'Gardez vos scans et écrivez vos notes.',
    privacy:
      'Vos scans et vos notes peuvent parler de votre santé. Ils sont gardés pour vous les montrer, pour rien d’autre.',
    privacyLink: 'Ce qui est gardé, et pourquoi',
    consent: 'J’accepte que Nuances garde mes scans et mes notes.',
    submit: "S'inscrire",
    busy: 'Inscription...',
    haveAccount: 'Déjà un compte\u202F?',
    success: 'Inscription réussie ! Vérifiez votre email pour confirmer votre inscription.',
    successFallback: 'Un email de validation a été envoyé à votre adresse.',
    waiting: 'Un e-mail vous attend à {email}\u202F; votre scan est gardé ici.',
    waitingNoScan: 'Un e-mail vous attend à {email}.',
    waitingMore: 'Le lien sert à confirmer l’adresse. Vous pouvez vous connecter dès maintenant.',
    waitingLogin: 'Se connecter',
    waitingClose: 'Fermer ce message',
  },
  forgot: {
    title: 'Mot de passe oublié',
    context: 'Recevez un lien pour en choisir un nouveau.',
    submit: 'Envoyer',
    busy: 'Envoi...',
    success: 'Un email de réinitialisation a été envoyé',
    successDetail:
      'Si un compte existe pour cette adresse, le lien arrive d’ici quelques minutes. Regardez aussi dans les indésirables.',
    back: 'Revenir à la connexion',
  },
  reset: {
    title: 'Nouveau mot de passe',
    context: 'Pour le compte {email}.',
    submit: 'Enregistrer',
    busy: 'Enregistrement...',
    success: 'Mot de passe réinitialisé avec succès.',
    loginAgain: 'Vous pouvez vous connecter avec le nouveau mot de passe.',
    checking: 'Vérification du lien en cours...',
    invalidLink: 'Lien invalide ou expiré.',
    checkFailed: 'Erreur lors de la vérification du lien.',
    newLink: 'Vous pouvez demander un nouveau lien.',
    newLinkAction: 'Nouveau lien',
  },
  verify: {
    checking: 'Vérification de votre adresse...',
    success: 'Email vérifié avec succès ! Vous pouvez maintenant vous connecter.',
    failed: 'Erreur lors de la vérification du token.',
    network: 'Erreur de connexion au serveur.',
    goingHome: 'Retour à l’accueil dans un instant.',
    goingToday: 'Retour à Aujourd’hui dans un instant.',
  },
  cancelEmail: {
    checking: 'Retour à votre adresse...',
    success:
      'Votre adresse est rétablie et toutes les sessions sont fermées. Un lien pour choisir un nouveau mot de passe vient d’y être envoyé.',
    expired: 'Ce lien n’est plus valable.',
  },
  disown: {
    title: 'Retirer votre adresse de ce compte\u202F?',
    text: 'Si vous ne connaissez pas le compte que nomme notre message, retirez-en votre adresse. Il ne pourra plus s’en servir, et vous pourrez vous inscrire avec elle. Le compte lui-même reste.',
    confirm: 'Retirer mon adresse',
    checking: 'Retrait de votre adresse...',
    success: 'Votre adresse n’est plus sur ce compte.',
    expired: 'Ce lien n’est plus valable.',
  },
} satisfies NamespaceAuthTranslation;

export default fr_auth;
