import type { NamespaceImageTranslation } from '../../i18n-types';

export default {
  result0: {
    name: 'La braise',
    alt: 'La braise\u00A0: une petite lumière sur la rive, la nuit.',
  },
  result1: {
    name: 'La veilleuse',
    alt: 'La veilleuse\u00A0: une lampe sur l’autre rive, son reflet dans l’eau, un croissant de lune.',
  },
  result2: {
    name: 'L’heure bleue',
    alt: 'L’heure bleue\u00A0: le bord du soleil entre deux collines, sous un ciel bleu et rose.',
  },
  result3: {
    name: 'L’aube',
    alt: 'L’aube\u00A0: le soleil entier posé entre deux collines, une brume au ras de l’eau.',
  },
  result4: {
    name: 'Le matin',
    alt: 'Le matin\u00A0: le soleil au-dessus des collines, le ciel bleu, l’eau claire.',
  },
  result5: {
    name: 'Le grand jour',
    alt: 'Le grand jour\u00A0: le soleil ouvert comme une fleur à sept pétales au-dessus des collines.',
  },
  explain:
    'L’image suit l’ensemble de vos sept réponses. C’est toujours le même rivage, et la lumière ne s’y éteint jamais.',
} satisfies NamespaceImageTranslation;
