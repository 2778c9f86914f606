import type { BaseNamespace } from '../../namespace';

export default {
  title: 'Someone can listen.',
  text: 'Some hours weigh more than others. You can talk about it, in writing or out loud, even without knowing what to say.',
  private: 'This message appears only here. Nothing is recorded, no one is told.',
  open: 'See who can listen',
  close: 'Close this message',
} satisfies BaseNamespace;
