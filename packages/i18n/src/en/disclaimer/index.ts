import type { BaseNamespace } from '../../namespace';

const en_disclaimer = {
  short: 'A mirror, not a medical tool.',
  text: 'Nuances is a mirror: it shows you your answers as you gave them. It is not a medical tool, and it replaces neither health advice nor someone you trust.',
} satisfies BaseNamespace;

export default en_disclaimer;
