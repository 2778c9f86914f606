import type { BaseNamespace } from '../../namespace';

const en_install = {
  shortcut: 'New scan',
} satisfies BaseNamespace;

export default en_install;
