import type { NamespaceDisclaimerTranslation } from '../../i18n-types';

const fr_disclaimer = {
  short: 'Un miroir, pas un outil médical.',
  text: 'Nuances est un miroir\u00A0: il vous montre vos réponses, telles que vous les avez données. Ce n’est pas un outil médical, et il ne remplace ni un avis de santé ni une personne de confiance.',
} satisfies NamespaceDisclaimerTranslation;

export default fr_disclaimer;
