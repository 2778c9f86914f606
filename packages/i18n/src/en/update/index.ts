import type { BaseNamespace } from '../../namespace';

export default {
  ready: 'A new version is available.',
  vault: 'Version {version} is ready. With a vault, it waits for your agreement.',
  apply: 'Update',
  later: 'Later',
} satisfies BaseNamespace;
