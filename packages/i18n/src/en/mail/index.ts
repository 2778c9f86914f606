import type { BaseNamespace } from '../../namespace';

export default {
  greeting: 'Hello {username},',
  greetingPlain: 'Hello,',
  fallback: 'If the button does not work, copy this link into your browser:',
  link: '{button}:',
  signature: 'Nuances',
  footer: 'You receive this message because this address was given on Nuances. It contains no answer and no note.',
  disown:
    'You do not know the account {username}? This link takes your address off it, and is good for {hours} hours, even once the first one was used:',
  verify: {
    subject: 'Confirm your address (account {username})',
    preheader: 'One link to open, good for {hours} hours.',
    body: {
      1: 'Your Nuances account has been created. Open this link to confirm that this address is yours.',
    },
    button: 'Confirm the address',
    after: 'The link is good for {hours} hours. If you did not ask for this, you can ignore this message.',
  },
  verifyNew: {
    subject: 'Confirm your new address (account {username})',
    preheader: 'It will be used once the link is opened.',
    body: {
      1: 'You gave this address for your Nuances account. It will replace the previous one once this link is opened.',
    },
    button: 'Confirm the address',
    after: 'The link is good for {hours} hours. Until then the old address stays in use.',
  },
  reset: {
    subject: 'Choose a new password (account {username})',
    preheader: 'One link to open, good for {minutes} minutes.',
    body: {
      1: 'A new password was requested for your account. This link lets you choose it.',
    },
    button: 'New password',
    after:
      'The link is good for {minutes} minutes and works once. If you did not ask for this, nothing changes: your password stays the same.',
  },
  alreadyAccount: {
    subject: 'You already have an account',
    preheader: 'Nothing has changed for you.',
    body: {
      1: 'Someone, perhaps you, has just signed up with this address. It already belongs to your Nuances account, and it still does.',
    },
    button: 'Log in',
    after: 'Forgot your password? The login page lets you choose a new one. If it was not you, there is nothing to do.',
  },
  passwordChanged: {
    subject: 'Your password has changed',
    preheader: 'Changed on {date} at {time}.',
    body: {
      1: 'The password of your account was changed on {date} at {time}. Every session has been closed.',
      2: 'If it was you, all is well. If not, choose a new password now.',
    },
    button: 'New password',
  },
  passwordChangedHere: {
    body: {
      1: 'The password of your account was changed on {date} at {time}. Every session has been closed, except the one it was changed in.',
    },
  },
  emailChange: {
    subject: 'Your address is about to change (account {username})',
    preheader: 'If it is not you, one link restores this one.',
    body: {
      1: 'On {date} at {time}, a new address was given for your account: {newEmail}. It will replace this one once confirmed.',
      2: 'If it was you, there is nothing to do. If not, this link restores this address, closes every session and sends you a way to choose a new password.',
    },
    button: 'Restore this address',
    after:
      'The link is good for {hours} hours. Once the new address is confirmed, use the one of the message that says so.',
  },
  emailChanged: {
    subject: 'Your address has changed (account {username})',
    preheader: 'If it was not you, one link restores this one.',
    body: {
      1: 'On {date} at {time}, the new address of your account was confirmed: {newEmail}. It has replaced this one.',
      2: 'If it was you, there is nothing to do. If not, this link restores this address, closes every session and sends you a way to choose a new password.',
    },
    button: 'Restore this address',
    after: 'The link is good for {hours} hours and replaces the one of our previous message.',
  },
  linkExpired: {
    subject: 'Your link has expired',
    preheader: 'You can ask for a new one.',
    body: {
      1: 'The confirmation link sent on {date} is no longer valid. Your account, scans and notes are still there.',
      2: 'You can ask for a new one from your profile, whenever you like.',
    },
    button: 'Open my profile',
    after: 'We will not send another reminder.',
  },
  tokenMade: {
    subject: 'A script token was made',
    preheader: 'Made on {date} at {time}.',
    body: {
      1: 'On {date} at {time}, a script token was made for the account {username}. A program can use it to call Nuances in your place, until its date.',
      2: 'If it was you, there is nothing to do. If not, change your password: that also ends every token.',
    },
  },
  security: {
    subject: 'A change in your access',
    preheader: 'What changed, and what to do if it was not you.',
    text: 'On the account {username}, on {date} at {time}: {what}',
    notYou: 'If this was not you, open Nuances, end the other sessions and change your password.',
    what: {
      codesOn: 'one-time codes were turned on.',
      codesOff: 'one-time codes were removed.',
      codesNew: 'ten new backup codes were made.',
      passkeyAdded: 'a passkey was added, “{name}”.',
      passkeyRemoved: 'a passkey was removed, “{name}”.',
      vaultOn: 'the vault was turned on.',
      vaultOff: 'the vault was turned off.',
      vaultPhrase: 'the passphrase of the vault was changed.',
      vaultCode: 'a new recovery code was made.',
      vaultRenewed: 'the key of the vault was renewed.',
      vaultAnew: 'the content of the vault was deleted, and an empty vault took its place.',
      vaultKeyAdded: 'a passkey now opens the vault, “{name}”.',
      vaultKeyRemoved: 'a passkey no longer opens the vault, “{name}”.',
      codesEnded: 'the request for a code will be lifted in 24 hours, by the staff.',
    },
  },
  roleGiven: {
    subject: 'Your account administers Nuances',
    preheader: 'Since {date} at {time}.',
    body: {
      1: 'On {date} at {time}, the operator made the account {username} an administrator of Nuances. It now sees the usage statistics.',
      2: 'If you did not expect this, tell the operator, and change your password.',
    },
  },
  sessionsEnded: {
    subject: 'Your sessions have been closed',
    preheader: 'Closed on {date} at {time}.',
    body: {
      1: 'On {date} at {time}, the operator of Nuances closed every session of the account {username}. Its script tokens have ended too.',
      2: 'Your scans and notes are still there: you can log in again whenever you like.',
    },
  },
  addressTakenOff: {
    subject: 'Address taken off the account {username}',
    preheader: 'Taken off on {date} at {time}.',
    body: {
      1: 'On {date} at {time}, an address was taken off the account {username}, with the link of a message that it had received. The account can no longer use it.',
      2: 'The account itself stays. Whoever knows it can log in with the user name and give another address in the profile.',
    },
  },
} satisfies BaseNamespace;
