import type { BaseNamespace } from '../../namespace';

const en_auth = {
  login: {
    title: 'Log in',
    context: 'Find your scans and notes again.',
    contextNote: 'The note will open right after.',
    submit: 'Log in',
    busy: 'Logging in...',
    forgot: 'Forgot password?',
    create: 'Create an account',
    or: 'or',
    passkey: 'Log in with a passkey',
    passkeyBusy: 'Waiting for the passkey...',
    passkeyStopped: 'The passkey was not presented.',
    success: 'Login successful!',
    scansWillBeAdded: 'Scans made on this device will be added to your account.',
  },
  signup: {
    title: 'Create an account',
    context: 'Keep your scans and write your notes.',
    privacy:
      'Your scans and notes may say something about your health. They are kept to be shown to you, for nothing else.',
    privacyLink: 'What is kept, and why',
    consent: 'I agree that Nuances keeps my scans and notes.',
    submit: 'Sign up',
    busy: 'Signing up...',
    haveAccount: 'Already have an account?',
    success: 'You are signed up! Check your e-mail to confirm your account.',
    successFallback: 'A confirmation e-mail has been sent to your address.',
    waiting: 'An e-mail is waiting at {email}; your scan is kept here.',
    waitingNoScan: 'An e-mail is waiting at {email}.',
    waitingMore: 'The link confirms the address. You can log in right away.',
    waitingLogin: 'Log in',
    waitingClose: 'Dismiss this message',
  },
  forgot: {
    title: 'Forgot password',
    context: 'Receive a link to choose a new one.',
    submit: 'Send',
    busy: 'Sending...',
    success: 'A password reset e-mail has been sent',
    successDetail:
      'If an account exists for this address, the link will arrive within a few minutes. Look in your spam folder too.',
    back: 'Back to login',
  },
  reset: {
    title: 'New password',
    context: 'For the account {email}.',
    submit: 'Save',
    busy: 'Saving...',
    success: 'Your password has been reset.',
    loginAgain: 'You can now log in with the new password.',
    checking: 'Checking your link...',
    invalidLink: 'This link is invalid or has expired.',
    checkFailed: 'Something went wrong while checking the link.',
    newLink: 'You can ask for a new link.',
    newLinkAction: 'New link',
  },
  verify: {
    checking: 'Confirming your address...',
    success: 'E-mail verified! You can now log in.',
    failed: 'Something went wrong while checking the token.',
    network: 'Could not connect to the server.',
    goingHome: 'Taking you back home in a moment.',
    goingToday: 'Taking you back to Today in a moment.',
  },
  cancelEmail: {
    checking: 'Restoring your address...',
    success:
      'Your address is restored and every session has been closed. A link to choose a new password has just been sent there.',
    expired: 'This link is no longer valid.',
  },
  disown: {
    title: 'Take your address off this account?',
    text: 'If you do not know the account that our message names, take your address off it. It can then no longer use the address, and you can sign up with it yourself. The account itself stays.',
    confirm: 'Take my address off',
    checking: 'Taking your address off...',
    success: 'Your address is no longer on that account.',
    expired: 'This link is no longer valid.',
  },
} satisfies BaseNamespace;

export default en_auth;
