import type { BaseNamespace } from '../../namespace';

const en_update = {
  ready: 'A new version is available.',
  apply: 'Update',
  later: 'Later',
  vault: 'Version {version} is ready. With a vault, it waits for your agreement.',
} satisfies BaseNamespace;

export default en_update;
