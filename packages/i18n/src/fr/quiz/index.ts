import type { NamespaceQuizTranslation } from '../../i18n-types';

export default {
  red: {
    prompt: 'En ce moment, que dit votre corps\u00A0: colère ou sécurité\u202F?',
    detail: 'La mâchoire serrée, la chaleur qui monte. Ou le souffle posé, les épaules qui descendent.',
  },
  orange: {
    prompt: 'En ce moment, quelque chose coince-t-il, ou ne manquez-vous de rien\u202F?',
    detail: 'La frustration pousse contre une porte fermée. La plénitude se pose et respire.',
  },
  yellow: {
    prompt: 'En ce moment, avez-vous le cœur lourd ou le cœur léger\u202F?',
    detail: 'La tristesse pèse et ralentit. La joie ouvre le visage et donne de l’élan.',
  },
  green: {
    prompt: 'En ce moment, avec vous-même\u00A0: solitude ou bonne compagnie\u202F?',
    detail: 'La solitude peut serrer même au milieu des autres. L’amour de soi parle doucement, à l’intérieur.',
  },
  cyan: {
    prompt: 'En ce moment, les choses jouent-elles contre vous ou en votre faveur\u202F?',
    detail: 'Parfois tout tombe de travers. Parfois tout s’enchaîne, et vous êtes à votre place.',
  },
  blue: {
    prompt: 'En ce moment, qu’est-ce qui prend le plus de place en vous\u00A0: la haine ou la paix\u202F?',
    detail: 'La haine tient le corps en garde, contre quelqu’un, le monde ou soi. La paix ouvre les mains.',
  },
  purple: {
    prompt: 'En ce moment, êtes-vous plutôt avec ce qui n’est plus, ou avec ce qui vous porte\u202F?',
    detail:
      'La mélancolie pose un voile sur les heures. La foi intérieure veille comme une flamme, avec ou sans religion.',
  },
  title: 'Quiz',
  ring: {
    of: 'sur 7',
  },
  count: 'Question {current} sur 7',
  noRightAnswer: 'Il n’y a pas de bonne réponse, seulement la vôtre.',
  scale: {
    hint: '1\u00A0: tout à gauche. 10\u00A0: tout à droite. Le milieu est entre 5 et 6.',
    hintPhone: '1\u00A0: au plus près de {left}. 10\u00A0: au plus près de {right}. Le milieu est entre 5 et 6.',
    rowLeft: '1 à 5',
    rowRight: '6 à 10',
    group: 'Votre réponse, de 1, {left}, à 10, {right}',
    keys: 'Les flèches et les chiffres 1 à 9 choisissent\u202F; 0 vaut 10.',
  },
  radio: {
    name: '{value} sur 10, plus proche de {near} que de {far}',
    nameMiddle: '{value} sur 10, plus proche de {near} que de {far}, près du milieu',
  },
  previous: 'Précédent',
  next: 'Suivant',
  finish: 'Terminer',
  finishBusy: 'Un instant...',
  nextDisabled: 'Prenez votre temps. Suivant s’ouvre dès que vous avez répondu.',
  stillClosed: 'Suivant s’ouvre dès que vous avez répondu.',
  finishDisabled: 'Prenez votre temps. Terminer s’ouvre dès que vous avez répondu.',
  auto: 'Avancer tout seul',
  autoName: 'Passer à la question suivante dès que j’ai répondu',
  autoHelp: 'Précédent reste là, et la dernière question attend toujours Terminer.',
  autoOn: 'Les questions avancent toutes seules.',
  autoOff: 'Les questions attendent Suivant.',
  digits: 'Répondre avec les chiffres du clavier',
  hint: {
    stop: 'Arrêter les lueurs',
  },
  resumed: 'Vos réponses sont toujours là.',
  restart: 'Recommencer',
  bloom: {
    alt: 'Fleur à sept pétales\u00A0: {answered} sur 7 réponses données, question {current} ouverte.',
  },
} satisfies NamespaceQuizTranslation;
