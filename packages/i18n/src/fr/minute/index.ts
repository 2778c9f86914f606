import type { NamespaceMinuteTranslation } from '../../i18n-types';

export default {
  in: 'Inspirez',
  hold: 'Un temps',
  out: 'Soufflez',
  opens: 'La fleur s’ouvre.',
  rests: 'La fleur reste ouverte.',
  closes: 'La fleur se ferme.',
  duration: 'Durée',
  minutes: '{count} min',
  stop: 'Arrêter',
  again: 'Encore une',
  end: 'C’est fini. Restez autant que vous voulez.',
  name: 'Quatre secondes pour inspirer, deux pour rester, six pour souffler.',
} satisfies NamespaceMinuteTranslation;
