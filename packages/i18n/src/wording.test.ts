import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { isErrorCode } from '@nuances/domain/errors';
import { locales, type Locale } from '@nuances/domain/locales';
import { describe, expect, it } from 'vitest';
import { textsOf } from './testing.ts';

const fr = textsOf('fr');
const en = textsOf('en');

/** Beginnings of words, in any case; accents count as letters. */
const wordsBeginning = (...stems: string[]) => new RegExp(`(?<![\\p{L}\\d])(?:${stems.join('|')})`, 'iu');

/** Complete words and phrases, in any case. */
const wholeWords = (...words: string[]) => new RegExp(`(?<![\\p{L}\\d])(?:${words.join('|')})(?![\\p{L}\\d])`, 'iu');

/**
 * The product is a mirror, not a medical tool: it never claims to find or heal anything. Exceptions are the home screen
 * of a device and the menu entry of that name, and what is on the screen of a device; any other needs its reason here.
 */
const claims = wordsBeginning(
  'diagnos',
  'd[ée]pist',
  'd[ée]tect',
  'trait(?:e|é|ons|ant|ait|ai)',
  'treat',
  'sympt[oô]m',
  'risk',
  'risqu',
  '(?<!home |on the )screen',
  'd[ée]press',
  'd[ée]prim',
);

/** No text puts pressure on a person to come back. */
const streaks = wholeWords(
  'séries?',
  "d[’']affilée",
  'records?',
  'badges?',
  'jours consécutifs',
  'manquée?s?',
  'ne cassez pas',
  'revenez vite',
  'streaks?',
  'in a row',
  'consecutive days',
  'missed',
  "don[’']t break",
  'come back soon',
);

describe('words that are never used', () => {
  it.each(locales)('claims about health (%s)', (locale) => {
    expect([...textsOf(locale)].filter(([, text]) => claims.test(text))).toEqual([]);
  });

  it.each(locales)('streaks and badges (%s)', (locale) => {
    expect([...textsOf(locale)].filter(([, text]) => streaks.test(text))).toEqual([]);
  });

  it.each([
    'Diagnostic',
    'un diagnostic',
    'self-diagnosis',
    'DÉPISTAGE',
    'depister',
    'détection',
    'treatment',
    'le traitement',
    'symptômes',
    'symptom',
    'risques',
    'at risk',
    'screening',
    'dépression',
    'Depression score',
  ])('claims: %s is found', (text) => {
    expect(claims.test(text)).toBe(true);
  });

  it.each(['traits d’union', 'retreat', 'impression', 'distraire'])('claims: %s is none', (text) => {
    expect(claims.test(text)).toBe(false);
  });

  it.each(['3 jours d’affilée', 'Votre record', 'a streak of 5', 'three in a row', 'Ne cassez pas'])(
    'streaks: %s is found',
    (text) => {
      expect(streaks.test(text)).toBe(true);
    },
  );

  it('streaks: nothing is recorded', () => {
    expect(streaks.test('Nothing is recorded.')).toBe(false);
  });
});

/** French messages of the specification, unchanged: straight apostrophes, plain spaces, three dots. */
const quoted: Readonly<Record<string, string>> = {
  'auth.reset.checking': 'Vérification du lien en cours...',
  'auth.reset.invalidLink': 'Lien invalide ou expiré.',
  'auth.reset.checkFailed': 'Erreur lors de la vérification du lien.',
  'auth.verify.success': 'Email vérifié avec succès ! Vous pouvez maintenant vous connecter.',
  'auth.verify.failed': 'Erreur lors de la vérification du token.',
  'auth.verify.network': 'Erreur de connexion au serveur.',
  'common.loading': 'Chargement...',
  'common.sessionCheck': 'Vérification de la session...',
  'error.resultsLoad': 'Impossible de charger les résultats.',
  'history.empty': 'Aucun résultat enregistré.',
  'action.saving': 'Sauvegarde...',
  'notes.loading': 'Chargement des notes...',
  'dashboard.title': 'Bienvenue sur le tableau de bord protégé',
  'admin.noData': 'Aucune donnée disponible.',
  'admin.loading': 'Chargement des statistiques...',
  'auth.reset.success': 'Mot de passe réinitialisé avec succès.',
  'admin.aggregating': 'Agrégation en cours...',
  'admin.aggregated': '✅ Agrégation terminée avec succès !',
  'error.emailRequired': "L'email est requis",
  'error.emailInvalid': 'Email invalide',
  'error.passwordRequired': 'Le mot de passe est requis',
  'error.passwordMin': 'Doit contenir au moins 8 caractères',
  'error.passwordClasses': 'Doit contenir au moins une majuscule, une minuscule, un chiffre et un symbole',
  'error.usernameRequired': "Le nom d'utilisateur est requis",
  'error.usernameMin': "Le nom d'utilisateur doit contenir au moins 3 caractères",
  'error.usernameChars': "Le nom d'utilisateur ne doit contenir que des lettres, chiffres ou _",
  'error.passwordMismatch': 'Les mots de passe ne correspondent pas.',
  'error.dateOfBirthRequired': 'La date de naissance est requise.',
  'error.countryRequired': 'Le pays de résidence est requis.',
  'error.historyLogin': "Vous devez être connecté pour voir l'historique.",
  'auth.forgot.success': 'Un email de réinitialisation a été envoyé',
  'error.sessionMissing': 'Session expirée ou non authentifiée. Veuillez vous reconnecter.',
  'error.sessionExpired': 'Session expirée. Veuillez vous reconnecter.',
  'error.network': 'Erreur réseau. Veuillez réessayer.',
  'error.languageUpdate': 'Erreur lors de la mise à jour de la langue.',
  'error.languageSave': 'Erreur lors de la sauvegarde de la langue',
  'error.userKey': 'Impossible de récupérer la userKey',
  'error.server': 'Erreur serveur',
  'error.noteDelete': 'Impossible de supprimer la note. Veuillez réessayer.',
  'error.loginFailed': "Nom d'utilisateur ou mot de passe incorrect",
  'error.loginOther': 'Erreur lors de la tentative de connexion',
  'auth.login.success': 'Connexion réussie !',
  'error.signupOther': "Erreur lors de l'inscription",
  'auth.signup.success': 'Inscription réussie ! Vérifiez votre email pour confirmer votre inscription.',
  'auth.signup.successFallback': 'Un email de validation a été envoyé à votre adresse.',
  'error.forgotOther': 'Erreur lors de la demande de réinitialisation',
  'error.resetOther': 'Erreur lors de la réinitialisation du mot de passe.',
  'error.resultSaveAlert': 'Une erreur est survenue lors de la sauvegarde des résultats.',
  'error.adminLoad': 'Erreur lors du chargement des statistiques',
  'admin.aggregateFailed': '❌ Erreur lors de l’agrégation.',
  'admin.aggregateNetwork': '❌ Erreur réseau ou serveur.',
  'error.profileFetch': 'Erreur lors de la récupération des données du profil.',
  'error.profileUpdate': 'Erreur lors de la mise à jour du profil.',
  'error.unexpected': 'Une erreur inattendue est survenue.',
  'error.verificationResend': "Erreur lors de l'envoi de l'email de vérification.",
  'error.logoutOther': 'Erreur lors du logout',
  'page.error.title': 'Unexpected Application Error!',
  'notes.delete.text': 'La note sera supprimée.',
  'result.loginWarning': 'Vous devez vous connecter pour enregistrer votre scan.',
  'outbox.kept': 'Gardé sur cet appareil, sera envoyé de nouveau.',
  'admin.growth.delta': '+{count} cette semaine',
  'error.withCross': '❌ {message}',
};

/** Accessible names that external programs use. */
const fixedNames: readonly (readonly [key: string, fr: string, en: string])[] = [
  ['quiz.next', 'Suivant', 'Next'],
  ['quiz.previous', 'Précédent', 'Previous'],
  ['quiz.finish', 'Terminer', 'Finish'],
  ['nav.login', 'Connexion', 'Login'],
  ['auth.login.submit', 'Se connecter', 'Log in'],
  ['auth.login.create', 'Créer un compte', 'Create an account'],
  ['auth.signup.submit', "S'inscrire", 'Sign up'],
  ['auth.forgot.submit', 'Envoyer', 'Send'],
  ['auth.login.forgot', 'Mot de passe oublié\u202F?', 'Forgot password?'],
  ['field.login.label', "Nom d'utilisateur ou e-mail", 'Username or e-mail'],
  ['field.username.label', "Nom d'utilisateur", 'Username'],
  ['field.email.label', 'E-mail', 'E-mail'],
  ['field.password.label', 'Mot de passe', 'Password'],
  ['nav.quiz', 'Quiz', 'Quiz'],
  ['nav.stats', 'Stats', 'Stats'],
  ['nav.notes', 'Notes', 'Notes'],
  ['nav.history', 'Historique', 'History'],
  ['nav.profile', 'Profil', 'Profile'],
  ['result.reflection.open', 'Réflexion', 'Reflection'],
  ['notes.add', 'Ajouter', 'Add'],
  ['action.save', 'Enregistrer', 'Save'],
  ['action.delete', 'Supprimer', 'Delete'],
  ['stats.view.pie', 'Fleur', 'Bloom'],
  ['stats.view.line', 'Courbes', 'Lines'],
  [
    'result.loginWarning',
    'Vous devez vous connecter pour enregistrer votre scan.',
    'You must log in to save your scan.',
  ],
];

/** Quoted texts that nothing shows, and the page of decisions that says why. */
const unused: readonly (readonly [text: string, decision: string])[] = [
  ['Erreur lors de la sauvegarde des résultats.', 'README.md'],
  ['Une erreur est survenue. Réessayez.', 'README.md'],
  ['Erreur lors du chargement des résultats.', 'README.md'],
];

const root = resolve(import.meta.dirname, '../../..');
/** The code that runs: neither tests, nor the catalogues, nor the list of all codes. */
const code = ['apps', 'packages']
  .flatMap((room) => readdirSync(`${root}/${room}`).map((name) => `${room}/${name}/src`))
  .filter((folder) => existsSync(`${root}/${folder}`))
  .flatMap((folder) =>
    readdirSync(`${root}/${folder}`, { recursive: true, encoding: 'utf8' }).map((path) => `${folder}/${path}`),
  )
  .filter((path) => /(?<!\.test)\.tsx?$/.test(path))
  .filter((path) => !/^packages\/(?:i18n\/src\/(?:en|fr|i18n-types)|domain\/src\/errors\.ts)/.test(path))
  .map((path) => readFileSync(`${root}/${path}`, 'utf8'))
  .join('\n');

/** Whether the code calls a text by its last two names; the message of a failure is named by the code of the failure. */
function isUsed(key: string): boolean {
  const [group = '', name = ''] = key.split('.').slice(-2);
  return code.includes(`${group}.${name}(`) || (group === 'error' && isErrorCode(name) && code.includes(`'${name}'`));
}

describe('quoted texts', () => {
  it('are all used in the code', () => {
    expect(Object.keys(quoted).filter((key) => !isUsed(key))).toEqual([]);
  });

  it.each(unused)('« %s » is in no catalogue, and a decision says why', (text, decision) => {
    expect([...fr.values()]).not.toContain(text);
    expect(readFileSync(`${root}/docs/decisions/${decision}`, 'utf8')).toContain(text);
  });

  it.each(Object.entries(quoted))('%s reads « %s »', (key, text) => {
    expect(fr.get(key)).toBe(text);
  });

  it.each(fixedNames)('%s is named %s, %s', (key, french, english) => {
    expect(fr.get(key)).toBe(french);
    expect(en.get(key)).toBe(english);
  });
});

/** Names with a straight apostrophe, in any text. */
const straightNames = new Set(["S'inscrire", "Nom d'utilisateur", "Nom d'utilisateur ou e-mail"]);

/** Texts with French typography: all but the quoted ones and the list of password symbols. */
const typeset = [...fr]
  .filter(([key, text]) => quoted[key] === undefined && !straightNames.has(text))
  .map(([key, text]) => [key, text.replace('@$!%*?&', '')] as const);

const breaking = (pattern: RegExp, texts: Iterable<readonly [string, string]> = typeset) =>
  [...texts].filter(([, text]) => pattern.test(text));

describe('French typography', () => {
  it('leaves out only quoted texts', () => {
    expect(fr.size - typeset.length).toBeLessThanOrEqual(Object.keys(quoted).length + 4);
  });

  it('has a narrow no-break space before ; ! ?', () => {
    expect(breaking(/(?<!\u202F)[;!?]/)).toEqual([]);
  });

  it('has a no-break space before :', () => {
    expect(breaking(/(?<!\u00A0):(?!\/\/)/)).toEqual([]);
  });

  it('has narrow no-break spaces inside « »', () => {
    expect(breaking(/«(?!\u202F)|(?<!\u202F)»/)).toEqual([]);
  });

  it('has these spaces in no other place', () => {
    expect(breaking(/\u00A0(?!:)|(?<!«)\u202F(?![;!?»h])/)).toEqual([]);
  });

  it('has no space before , . …', () => {
    expect(breaking(/[ \u00A0\u202F][,.…]/)).toEqual([]);
  });

  it('has typographic apostrophes and no English quotation marks', () => {
    expect(breaking(/['"“”]/)).toEqual([]);
  });

  it('says e-mail, and email only where quoted', () => {
    expect(breaking(/(?<![{\p{L}])emails?(?![}\p{L}])/iu)).toEqual([]);
  });

  it('has no exclamation mark', () => {
    expect(breaking(/!/)).toEqual([]);
  });
});

describe('English typography', () => {
  it('has typographic marks', () => {
    expect(breaking(/['"«»]/, en)).toEqual([]);
  });

  it('has no French spaces, and none before a mark', () => {
    expect(breaking(/[\u00A0\u202F]|\s[;:!?,.]/, en)).toEqual([]);
  });

  it('says e-mail', () => {
    expect(breaking(/(?<![{\p{L}])emails?(?![}\p{L}])/iu, en)).toEqual([]);
  });
});

/** Texts whose dots the design gives as one sign. */
const withEllipsis = ['note.draftIs', 'quick.open', 'reminder.asking'];

describe('typography of both', () => {
  it.each(locales)('has three dots but where the design has an ellipsis (%s)', (locale) => {
    expect(breaking(/…/, textsOf(locale)).map(([key]) => key)).toEqual(withEllipsis);
  });

  it.each(locales)('has single blanks and no typed invisible signs (%s)', (locale) => {
    expect(breaking(/  |[\u200B-\u200F\u2028\u2029\u00AD\uFEFF]/u, textsOf(locale))).toEqual([]);
  });
});

/** Buttons, chips, tabs and segments: one line on a phone of 390 px. */
const buttons = `
  result.picture consult.open consult.print booklet.make booklet.print consult.prepare calendar.view.list
  calendar.view.calendar calendar.month calendar.year calendar.back calendar.goNearest day.write day.addScan
  quiz.previous quiz.next quiz.finish quiz.finishBusy quiz.hint.stop quiz.restart result.banner.create
  result.banner.login home.fireworks.stop home.fireworks.start story.close nav.login nav.logout action.close
  action.cancel action.save action.saving action.retry action.undo action.edit action.delete action.keep action.back
  action.ok action.more action.send action.startScan action.goHome action.reload outbox.sendNow outbox.logout.confirm
  outbox.logout.stay outbox.adopted.remove update.apply update.later auth.login.submit auth.login.busy
  auth.login.create auth.signup.submit auth.signup.busy auth.forgot.submit auth.forgot.busy auth.forgot.back
  auth.reset.submit auth.reset.busy auth.reset.newLinkAction result.reflection.open result.popup.write
  stats.period.all stats.view.pie stats.view.line stats.table.show stats.table.hide notes.categories.label
  notes.sort.newest notes.sort.oldest notes.add notes.chip.until notes.chip.onlyDay notes.chip.range
  notes.chip.pickRange notes.range.apply notes.locked.export notes.editor.leave.stay notes.editor.leave.close
  notes.editor.discard profile.tab.profile profile.tab.config profile.tab.logout profile.email.notVerified
  profile.email.sent profile.save profile.config.password.submit profile.config.sessions.end
  profile.config.sessions.endOthers profile.config.export.submit profile.config.export.busy
  profile.config.erase.confirm profile.config.erase.keep profile.logout.confirm admin.aggregate admin.aggregating
  mail.verify.button mail.verifyNew.button mail.reset.button mail.alreadyAccount.button mail.passwordChanged.button
  mail.emailChange.button mail.linkExpired.button support.open security.again.confirm security.again.passkey
  passkey.add passkey.rename passkey.remove codes.turnOn codes.openApp codes.copy codes.submit codes.backup.print
  codes.backup.save codes.backup.kept codes.backup.new codes.off.row second.toBackup second.toApp second.back
  security.vault.turnOn vault.leave vault.explain.next vault.explain.notNow vault.phrase.another vault.phrase.take
  vault.recovery.print vault.recovery.save vault.recovery.copy vault.recovery.kept vault.back.see vault.key.add
  vault.key.skip vault.seal.start vault.seal.goOn vault.seal.pause vault.seal.resume vault.done.close
  vault.open.submit vault.open.busy vault.open.passkey vault.open.recovery vault.open.phraseBack vault.open.logout
  vault.open.security vault.open.nothing vault.compare.same vault.compare.differ vault.compare.later vault.server.see
  vault.page.change vault.page.newCode vault.page.manage vault.renew.start vault.off.keep vault.off.confirm
  vault.anew.confirm vault.anew.keep nav.lock lock.choice.hidden lock.choice.minutes lock.open check.stored.choose
  check.stored.ask check.build.all check.build.take check.build.list check.open.export check.copy`
  .trim()
  .split(/\s+/);

/** Longest allowed text, by key. */
const lengths: readonly (readonly [what: string, keys: RegExp, most: number])[] = [
  ['label of the bottom bar', /^nav\.(quiz|stats|notes|history|profile)$/, 10],
  ['tab', /^profile\.tab\.\w+$/, 12],
  ['segment', /^stats\.(view|lines)\.(pie|line|together|separate)$/, 9],
  ['field label', /^field\.\w+\.label$/, 28],
  ['quiz prompt', /^quiz\.\w+\.prompt$/, 82],
  ['quiz detail', /^quiz\.\w+\.detail$/, 112],
  ['reflection question', /^reflect\.\w+\.(negative|positive)\.\d$/, 106],
  ['mail subject', /^mail\.\w+\.subject$/, 40],
  ['mail preheader', /^mail\.\w+\.preheader$/, 80],
];

/** The longest form on the screen: a date has ten characters, the ends of a range are written 20.11.26. */
const shown = (text: string) =>
  text
    .replace(/\{(?:start|end)\}/g, '20.11.26')
    .replace(/\{date\}/g, '20/11/2026')
    .replace(/[{}]/g, '');

describe('lengths', () => {
  const tooLong = (locale: Locale, keys: readonly string[], most: number) =>
    keys
      .map((key) => [key, shown(textsOf(locale).get(key) ?? '?'.repeat(999))] as const)
      // The account that a subject ends with has a name of any length; what it is about stands before.
      .filter(([, text]) => text.replace(/ \((?:account|compte) \w+\)$/, '').length > most);

  it.each(locales)('a button has at most 22 characters (%s)', (locale) => {
    expect(tooLong(locale, buttons, 22)).toEqual([]);
  });

  it.each(lengths)('a %s fits', (_, pattern, most) => {
    for (const locale of locales) {
      const keys = [...textsOf(locale).keys()].filter((key) => pattern.test(key));
      expect(keys).not.toEqual([]);
      expect(tooLong(locale, keys, most)).toEqual([]);
    }
  });
});
