import type { NamespaceReflectTranslation } from '../../i18n-types';

export default {
  red: {
    negative: {
      1: 'Où sentez-vous cette colère dans votre corps, là, maintenant\u202F?',
      2: 'Qu’est-ce que cette colère cherche à protéger\u202F?',
      3: 'Qu’est-ce qui vous rendrait un peu de sécurité, là\u00A0: une pause, un mot, de la distance\u202F?',
    },
    positive: {
      1: 'À quoi votre corps reconnaît-il qu’il peut se poser, ici\u202F?',
      2: 'Sur qui ou sur quoi vous appuyez-vous en ce moment\u202F?',
      3: 'À qui pourriez-vous prêter un peu de ce calme cette semaine\u202F?',
    },
  },
  orange: {
    negative: {
      1: 'Qu’est-ce qui coince, si vous le dites en une seule phrase\u202F?',
      2: 'Qu’espériez-vous, au juste, et qu’est-ce qui serait déjà assez\u202F?',
      3: 'Quelle part, même minuscule, est entre vos mains demain\u202F?',
    },
    positive: {
      1: 'Qu’est-ce qui vous suffit, en ce moment, tel quel\u202F?',
      2: 'Qu’avez-vous fait, ou laissé venir, qui vous remplit ainsi\u202F?',
      3: 'Que voudriez-vous garder de ce moment pour un jour plus vide\u202F?',
    },
  },
  yellow: {
    negative: {
      1: 'Si cette tristesse était un paysage, à quoi ressemblerait-il\u202F?',
      2: 'De quoi avez-vous besoin maintenant\u00A0: de silence, de douceur, de compagnie, de sommeil\u202F?',
      3: 'Quelle petite chose adoucirait l’heure qui vient\u202F?',
    },
    positive: {
      1: 'Où se loge cette joie\u00A0: dans le visage, la poitrine, les mains\u202F?',
      2: 'De quel moment précis est-elle venue\u202F?',
      3: 'Avec qui aimeriez-vous la partager, et de quelle façon\u202F?',
    },
  },
  green: {
    negative: {
      1: 'À quel moment de la journée cette solitude se fait-elle le plus sentir\u202F?',
      2: 'Quelle présence vous ferait du bien\u00A0: une écoute, un rire, un silence à deux\u202F?',
      3: 'Quel geste tendre pourriez-vous avoir envers vous avant de dormir\u202F?',
    },
    positive: {
      1: 'Sur quel ton vous parlez-vous aujourd’hui\u202F?',
      2: 'Quel choix récent, fait pour vous, vous fait du bien\u202F?',
      3: 'Quelle façon de prendre soin de vous aimeriez-vous garder pour un jour difficile\u202F?',
    },
  },
  cyan: {
    negative: {
      1: 'Qu’est-ce qui semble jouer contre vous, en ce moment\u202F?',
      2: 'Qu’est-ce qui vous permettrait de souffler\u00A0: du temps, un coup de main, une bonne nouvelle\u202F?',
      3: 'Quel petit pas vous remettrait dans le bon sens\u202F?',
    },
    positive: {
      1: 'Qu’est-ce qui tombe juste, en ce moment\u202F?',
      2: 'Quel choix, petit ou grand, a ouvert cette voie\u202F?',
      3: 'Quel prochain pas irait dans le même sens\u202F?',
    },
  },
  blue: {
    negative: {
      1: 'Que fait cette haine à votre corps et à vos pensées, là\u202F?',
      2: 'Quelle blessure, dessous, demande à être entendue\u202F?',
      3: 'Qu’est-ce qui vous ferait desserrer les poings, ne serait-ce que dix minutes\u202F?',
    },
    positive: {
      1: 'À quoi ressemble cette paix\u00A0: un lieu, une heure, un visage\u202F?',
      2: 'Qu’avez-vous laissé partir pour lui faire de la place\u202F?',
      3: 'Où pourriez-vous en apporter un peu demain\u202F?',
    },
  },
  purple: {
    negative: {
      1: 'Quel souvenir, quelle saison, quelle musique porte cette mélancolie\u202F?',
      2: 'Que dit-elle de ce qui compte pour vous\u202F?',
      3: 'Quelle petite lumière laisser allumée ce soir\u00A0: une lampe, une voix, une envie pour demain\u202F?',
    },
    positive: {
      1: 'Que vous souffle cette foi, en ce moment\u202F?',
      2: 'D’où vous vient-elle\u00A0: d’une épreuve traversée, d’une personne, d’un lieu, d’une croyance\u202F?',
      3: 'Quelle phrase vous laisseriez-vous pour un jour de doute\u202F?',
    },
  },
  middle: {
    negative: 'Près du milieu, un peu du côté de {pole}.',
    positive: 'Près du milieu, un peu du côté de {pole}.',
  },
  general: {
    1: 'Parmi ces sept sentiments, lequel vous semble le plus bas en ce moment\u202F?',
    2: 'Quel tout petit geste pourrait rallumer le sentiment positif\u202F?',
    3: 'Que pourriez-vous arrêter un moment, pour moins nourrir le sentiment négatif\u202F?',
  },
} satisfies NamespaceReflectTranslation;
