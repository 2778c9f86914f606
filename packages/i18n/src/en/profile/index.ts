import type { BaseNamespace } from '../../namespace';

const en_profile = {
  title: 'Profile',
  tab: {
    profile: 'Profile',
    config: 'Config',
    logout: 'Logout',
  },
  section: {
    identity: 'Identity',
    direction: 'Direction',
    birth: 'Birth',
    birthHelp: 'Optional. Never appears in any statistics.',
  },
  username: 'Username',
  usernameHelp: 'It does not change.',
  firstName: 'First name',
  lastName: 'Last name',
  email: {
    label: 'E-mail',
    notVerified: 'not verified',
    sent: 'verification sent',
    verified: 'verified',
    alreadyVerified: 'This address is already verified.',
    verifyName: 'E-mail not verified: send the verification link',
    password: 'To change the address, enter your current password.',
    pending: '{email} will replace your address once its link has been opened.',
  },
  dateOfBirth: 'Date of birth',
  countryOfResidency: 'Country of residency',
  gender: {
    label: 'Gender',
    none: 'Prefer not to say',
    male: 'Male',
    female: 'Female',
  },
  passion: 'Passion',
  mission: 'Mission',
  vocation: 'Vocation',
  profession: 'Profession',
  birthTime: 'Time of birth',
  birthPlace: 'Place of birth',
  save: 'Save',
  saved: 'Profile saved.',
  config: {
    language: 'Language',
    languageSaved: 'Language saved.',
    password: {
      title: 'Change password',
      submit: 'Change',
      saved: 'Password changed.',
    },
    sessions: {
      title: 'Open sessions',
      text: 'The devices where your account is open.',
      current: 'This device',
      lastSeen: 'Last activity: {date} at {time}',
      end: 'Close this session',
      endOthers: 'Close the others',
      ended: 'Session closed.',
      othersEnded: {
        one: 'Session closed.',
        other: '{count} sessions closed.',
      },
    },
    export: {
      title: 'Export my data',
      text: 'One file: profile, scans and notes. The notes are readable in it; they are decrypted here, on your device.',
      submit: 'Export',
      busy: 'Preparing...',
    },
    erase: {
      title: 'Delete my account',
      text: 'Your profile, scans, notes and sessions will be deleted. Only totals remain, from which no one can be recognised.',
      first: 'You can export your data first.',
      confirm: 'Delete the account',
      keep: 'Keep the account',
      done: 'Your account has been deleted.',
    },
  },
  logout: {
    text: 'Your scans and notes stay in your account.',
    confirm: 'Log out',
  },
} satisfies BaseNamespace;

export default en_profile;
