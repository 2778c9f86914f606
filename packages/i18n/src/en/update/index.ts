import type { BaseNamespace } from '../../namespace';

const en_update = {
  ready: 'A new version is available.',
  apply: 'Update',
  later: 'Later',
} satisfies BaseNamespace;

export default en_update;
