import type { BaseNamespace } from '../../namespace';

export default {
  login: {
    label: 'Username or e-mail',
  },
  username: {
    label: 'Username',
    help: '3 to 30 characters: letters, digits or _',
  },
  email: {
    label: 'E-mail',
    help: 'To confirm your account and to get back in.',
  },
  password: {
    label: 'Password',
    show: 'Show password',
    hide: 'Hide password',
    help: '8 characters or more, with an uppercase letter, a lowercase letter, a digit and a symbol: @$!%*?&',
  },
  newPassword: {
    label: 'New password',
  },
  confirmPassword: {
    label: 'Confirm password',
  },
  currentPassword: {
    label: 'Current password',
  },
} satisfies BaseNamespace;
