import type { BaseNamespace } from '../../namespace';

const en_security = {
  codes: {
    on: {
      one: 'On · {count} backup code left',
      other: 'On · {count} backup codes left',
    },
  },
  again: {
    title: 'Your password',
    text: 'To make sure that it is you.',
    confirm: 'Confirm',
    wrong: 'This is not the password of this account.',
  },
} satisfies BaseNamespace;

export default en_security;
